// A page for when the table cannot be reached. Nothing else is kept here: games live at the table, and the page's own
// files are kept by the browser.
const KEPT = "kurgan-offline-2";
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

// What the table tells a browser that is not looking: words, and where they lead. The newest of a game replaces the last.
self.addEventListener("push", (event) => {
  const told = event.data.json();
  const shown = { body: told.text, tag: told.tag, icon: "/icon-192.png", data: new URL(told.link).pathname };
  event.waitUntil(self.registration.showNotification("Kurgan", shown));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((page) => new URL(page.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(open());
});
