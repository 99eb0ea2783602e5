// A worker that makes a PNG or a GIF of the pictures that the engine has drawn, by a module of its own: `crates/dots`.

import { wasi } from './engine/module.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function open() {
  let memory;
  const bytes = () => new Uint8Array(memory.buffer);
  const source = await (await fetch('./engine/dots.wasm')).arrayBuffer();
  const { instance: { exports } } = await WebAssembly.instantiate(source, { wasi_snapshot_preview1: wasi(bytes) });
  memory = exports.memory;
  exports._initialize?.();
  const put = (svg) => {
    const data = encoder.encode(svg);
    const to = exports.buffer(data.length);
    bytes().set(data, to);
  };
  /** What a function has made; the length is negative if that is an error message. */
  const made = (length) => {
    const at = exports.made();
    const data = bytes().slice(at, at + Math.abs(length));
    if (length < 0) throw new Error(decoder.decode(data));
    return data;
  };
  return { exports, put, made };
}

async function paint({ pictures, order: { kind, scale, delay }, dots }) {
  const { exports, put, made } = await open();
  if (kind === 'png') {
    put(pictures[0]);
    return made(exports.still(scale, dots));
  }
  exports.begin(scale, delay, dots);
  for (const svg of pictures) {
    put(svg);
    made(exports.add());
  }
  return made(exports.finish());
}

onmessage = async ({ data }) => {
  try {
    postMessage({ bytes: (await paint(data)).buffer });
  } catch (error) {
    postMessage({ refused: error.message });
  }
};
