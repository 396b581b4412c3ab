// A page for when the table cannot be reached. Nothing else is kept here: games live at the table, and the page's own
// files are kept by the browser.
const KEPT = "kurgan-offline-1";
const PAGE = "/offline.html";
const FILES = [PAGE, "/offline.css"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (request.url.endsWith("/offline.css"))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
