// The files of the package, in Node.

import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';

// Node 18 has it under this name only.
globalThis.crypto ??= webcrypto;

const FILES = { module: 'meihua.wasm', openings: 'openings.bin', endings: 'endings.bin' };

/** Reads a file of the package. */
export const read = (name) => readFile(new URL(FILES[name], import.meta.url));
