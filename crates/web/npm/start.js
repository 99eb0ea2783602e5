// Runs the engine in a web worker that takes lines.

import { Ring } from './ring.js';
import { Signs } from './signals.js';

/** How the worker can receive lines while it thinks, by what this page supports. */
export function hearing() {
  if (globalThis.crossOriginIsolated) return 'ring';
  return typeof WebAssembly.Suspending === 'function' ? 'suspend' : 'signs';
}

/**
 * Starts a worker. `heard` receives its messages. Returns `send` for a line, `work` for what a page asks beside its session, and `end`. `by`
 * is how it receives lines while it thinks (see `hearing`; `nothing`: it does not). `module` is a promise of the compiled module; without it,
 * or if it resolves to null, the worker fetches the module itself.
 */
export function start(heard, { by = hearing(), chinese = false, module = null } = {}) {
  // Bundlers look for exactly this expression.
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const ring = by === 'ring' ? new Ring() : null;
  const signs = by === 'signs' ? new Signs() : null;
  const kept = [];
  /** Lines waiting behind others. With signs, `stop` is meant for the last `go`, which may not have begun. */
  let since = 0;
  worker.onmessage = ({ data }) => {
    if (signs && typeof data === 'string' && data.includes('bestmove')) since = Math.max(0, since - 1);
    heard(data);
  };
  worker.onerror = (event) => {
    event.preventDefault?.();
    heard({ fault: event.message || 'the worker cannot be started' });
  };
  worker.postMessage({ chinese, isDeaf: by === 'nothing', isModuleComing: module !== null, ...(ring && { ring: ring.memory }), ...(signs && { signs: signs.urls }) });

  module?.then((compiled) => worker.postMessage({ module: compiled }));

  function sendByRing(line) {
    kept.push(line);
    while (kept.length) {
      const first = kept[0];
      const isLong = first.length > 8000;
      if (!ring.put(isLong ? '\0' : first)) return void setTimeout(() => kept.length && sendByRing(kept.pop()), 5);
      kept.shift();
      worker.postMessage(isLong ? { line: first } : null);
    }
  }

  function sendBySigns(line) {
    const word = line.trim().split(' ')[0];
    if (word === 'go') since += 1;
    signs.give(word === 'stop' && since <= 1 ? 'stop' : 'more');
    // The new URLs are sent first: the sign is for what the worker does now, not for what this line starts.
    worker.postMessage({ signs: signs.urls });
    worker.postMessage({ line });
  }

  return {
    send: ring ? sendByRing : signs ? sendBySigns : (line) => worker.postMessage({ line }),
    work: (what, request) => worker.postMessage({ work: what, request }),
    end: () => worker.terminate(),
  };
}
