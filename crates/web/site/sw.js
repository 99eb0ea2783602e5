// Keeps the page for use without a network. The list of files and the version are written in by packaging/web.

const VERSION = '@version@';
const FILES = ['@files@'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('meihua-') && name !== VERSION);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

/** What a request is kept as: the page has two addresses. */
const keptAs = ({ url }) => url.replace(/\/index\.html(?=[?#]|$)/, '/');

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(caches.open(VERSION).then((cache) => cache.match(keptAs(event.request), { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)));
});
