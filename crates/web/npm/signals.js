// What a worker hears without an event loop, without shared memory and without promise integration: whether an address of a blob
// still leads somewhere. The page withdraws the address, the worker asks for it now and then.

/** The page's side. Each sign is an address; to give it is to withdraw the address. */
export class Signs {
  constructor() {
    this.urls = {};
    for (const name of ['any', 'stop', 'more']) this.renew(name);
  }

  renew(name) {
    this.urls[name] = URL.createObjectURL(new Blob(['0']));
  }

  /** Gives a sign; new addresses go to the worker by message. */
  give(name) {
    for (const each of [name, 'any']) {
      URL.revokeObjectURL(this.urls[each]);
      this.renew(each);
    }
  }
}

/** Whether a sign was given. Only a worker may wait for such an answer. */
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
