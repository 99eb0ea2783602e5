// A worker of a browser, as something that takes lines.

import { Ring } from './ring.js';
import { Signs } from './signals.js';

/** How the worker hears lines while it thinks: what this page has. */
export function hearing() {
  if (globalThis.crossOriginIsolated) return 'ring';
  return typeof WebAssembly.Suspending === 'function' ? 'suspend' : 'signs';
}

/**
 * Starts a worker. `heard` takes its messages; returns `send` for a line and `end`. `module` is a promise of the compiled module, or of null
 * where the worker is to fetch it, which it does without this, too.
 */
export function start(heard, { url = new URL('./worker.js', import.meta.url), by = hearing(), chinese = false, module = null } = {}) {
  const worker = new Worker(url, { type: 'module' });
  const ring = by === 'ring' ? new Ring() : null;
  const signs = by === 'signs' ? new Signs() : null;
  const kept = [];
  /** Lines that only wait behind others: with signs `stop` is meant for the last `go`, which may not have begun. */
  let since = 0;
  worker.onmessage = ({ data }) => {
    if (signs && typeof data === 'string' && data.includes('bestmove')) since = Math.max(0, since - 1);
    heard(data);
  };
  worker.onerror = (event) => {
    event.preventDefault?.();
    heard({ fault: event.message || 'the worker cannot be started' });
  };
  worker.postMessage({ chinese, isModuleComing: module !== null, ...(ring && { ring: ring.memory }), ...(signs && { signs: signs.urls }) });

  module?.then((compiled) => worker.postMessage({ module: compiled }));

  function sendByRing(line) {
    kept.push(line);
    while (kept.length) {
      const first = kept[0];
      const isLong = first.length > 8000;
      if (!ring.put(isLong ? '\0' : first)) return void setTimeout(() => kept.length && sendByRing(kept.pop()), 5);
      kept.shift();
      worker.postMessage(isLong ? first : null);
    }
  }

  function sendBySigns(line) {
    const word = line.trim().split(' ')[0];
    if (word === 'go') since += 1;
    signs.give(word === 'stop' && since <= 1 ? 'stop' : 'more');
    // The new addresses come first: the sign is for what the worker does now, not for what it begins by this line.
    worker.postMessage({ signs: signs.urls });
    worker.postMessage(line);
  }

  return {
    send: ring ? sendByRing : signs ? sendBySigns : (line) => worker.postMessage(line),
    end: () => worker.terminate(),
  };
}
