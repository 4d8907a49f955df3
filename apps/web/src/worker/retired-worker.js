// Replaces a broken service worker: removes its files and itself, and loads its pages again from the server. It leaves
// IndexedDB and the browser's storage alone, which hold unsent answers and the token.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const retire = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
    // Only once, because a page that is loaded again may register this worker again.
    if (names.length === 0) return;
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) await page.navigate(page.url).catch(() => {});
  };
  event.waitUntil(retire());
});
