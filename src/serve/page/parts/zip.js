// Zip archives of towers: packs a folder, and reduces a large archive to the texts of the project,
// because pictures and music are not used and would not fit into a message.

/** A file in a zip: its method is 0 as it is, 8 deflated. @typedef {{name: string, method: number, sum: number, size: number, packed: Uint8Array}} Entry */

/** The texts of a project: its files and its floors. */
const WANTED = /(^|\/)(floors\/[^/]+\.js|(data|maps|items|enemys|events|functions|plugins)\.js|meihua\.json)$/;

/** Whether a file of a tower belongs to its platform, and not to its project. @param {string} name */
export const isForeign = (name) => /(^|\/)(libs|_server|_docs|__MACOSX)\//.test(name);

/** Whether a tower's project has use for a file. @param {string} name */
export const isWanted = (name) => WANTED.test(name) && !isForeign(name);

/** The checksum of a zip. @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A file, deflated. @param {string} name @param {Uint8Array} bytes @returns {Promise<Entry>} */
export async function entryOf(name, bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return { name, method: 8, sum: checksum(bytes), size: bytes.length, packed: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

/** A zip of some files. @param {Entry[]} entries @returns {Uint8Array} */
export function zipOf(entries) {
  const [parts, directory] = /** @type {[Uint8Array[], Uint8Array[]]} */ ([[], []]);
  let at = 0;
  for (const { name, method, sum, size, packed } of entries) {
    const title = new TextEncoder().encode(name);
    const fields = new DataView(new ArrayBuffer(26));
    fields.setUint16(0, 20, true);
    // The name is in UTF-8.
    fields.setUint16(2, 0x800, true);
    fields.setUint16(4, method, true);
    fields.setUint32(10, sum, true);
    fields.setUint32(14, packed.length, true);
    fields.setUint32(18, size, true);
    fields.setUint16(22, title.length, true);
    const own = new Uint8Array(fields.buffer);
    const tail = new DataView(new ArrayBuffer(14));
    tail.setUint32(10, at, true);
    parts.push(Uint8Array.of(0x50, 0x4b, 3, 4), own, title, packed);
    directory.push(Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0), own, new Uint8Array(tail.buffer), title);
    at += 30 + title.length + packed.length;
  }
  const end = new DataView(new ArrayBuffer(18));
  end.setUint16(4, entries.length, true);
  end.setUint16(6, entries.length, true);
  end.setUint32(8, directory.reduce((sum, part) => sum + part.length, 0), true);
  end.setUint32(12, at, true);
  const all = [...parts, ...directory, Uint8Array.of(0x50, 0x4b, 5, 6), new Uint8Array(end.buffer)];
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of all) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

/** The wanted files of a zip archive, as they are packed; empty if the archive is damaged. @param {Uint8Array} bytes @param {(name: string) => boolean} isWanted @returns {Entry[]} */
export function entriesOf(bytes, isWanted) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return [];
  /** @type {Entry[]} */
  const entries = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= end && view.getUint32(at, true) === 0x02014b50; left--) {
    const [length, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + Number(length)));
    const local = view.getUint32(at + 42, true);
    if (isWanted(name) && local + 30 <= end) {
      const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const packed = bytes.subarray(begin, begin + view.getUint32(at + 20, true));
      entries.push({ name, method: view.getUint16(at + 10, true), sum: view.getUint32(at + 16, true), size: view.getUint32(at + 24, true), packed });
    }
    at += 46 + Number(length) + Number(extra) + Number(comment);
  }
  return entries;
}

/** A file of a zip, unpacked. @param {Entry} entry */
export async function inflated({ method, packed }) {
  if (!method) return packed;
  const stream = new Blob([/** @type {any} */ (packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The project in a large zip, as a smaller one. @param {Uint8Array} bytes */
export const projectOf = (bytes) => zipOf(entriesOf(bytes, isWanted));
