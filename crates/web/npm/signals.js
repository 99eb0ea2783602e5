// How a worker without an event loop, shared memory or promise integration can be signalled: through the URL of a blob. The page
// revokes the URL; the worker tries to fetch it now and then.

/** The page's side. Each sign is a blob URL, and revoking the URL gives the sign. */
export class Signs {
  constructor() {
    this.urls = {};
    for (const name of ['any', 'stop', 'more']) this.renew(name);
  }

  renew(name) {
    this.urls[name] = URL.createObjectURL(new Blob(['0']));
  }

  /** Gives a sign; new URLs go to the worker by message. */
  give(name) {
    for (const each of [name, 'any']) {
      URL.revokeObjectURL(this.urls[each]);
      this.renew(each);
    }
  }
}

/** Whether a sign was given. Only a worker may block on this. */
export function isGiven(url) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', url, false);
    request.send();
    return false;
  } catch {
    return true;
  }
}
