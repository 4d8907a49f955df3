import { ExpirationPlugin } from 'workbox-expiration';
import { enable as enablePreload } from 'workbox-navigation-preload';
import { addPlugins, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isOurs, isScreen, openPage, showDue } from './pages.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Shell and study chunks, which are stored at the installation. */
  __WB_MANIFEST: PrecacheEntry[];
};
/** Addresses of all other chunks that are worth storing. */
declare const __LATER__: string[];

const assets = 'assets';
/** A sign-out deletes it by this name (`shared/offline/picture-cache.ts`). */
const pictures = 'pictures';
const dayS = 86_400;

/** A file that a hotspot answered with its own page would stay for ever. */
const onlyOurs = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && isOurs(response) ? response : null,
};

addPlugins([onlyOurs]);
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });
enablePreload();

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: assets,
    plugins: [
      onlyOurs,
      new ExpirationPlugin({ maxEntries: 400, maxAgeSeconds: 60 * dayS, purgeOnQuotaError: true }),
    ],
  }),
);

/** A picture never changes under its address. */
const onlyPictures = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && response.headers.get('content-type') === 'image/webp' ? response : null,
};
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/media\/.+\.webp$/.test(url.pathname),
  new CacheFirst({
    cacheName: pictures,
    plugins: [onlyPictures, new ExpirationPlugin({ maxEntries: 3_000, purgeOnQuotaError: true })],
  }),
);

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isScreen(url),
  ({ event, request }) => {
    const { preloadResponse } = event as FetchEvent;
    const network = Promise.resolve(preloadResponse).then((preloaded) => preloaded ?? fetch(request));
    event.waitUntil(network.catch(() => {}));
    return openPage(network, () => matchPrecache('/shell'));
  },
);

/** Stores files that the page has loaded already, or will need; they come from the browser's own cache where it has them. */
async function keep(urls: readonly string[]) {
  const cache = await caches.open(assets);
  for (const url of urls) {
    if (await caches.match(url)) continue;
    const response = await fetch(url);
    if (response.status === 200 && isOurs(response)) await cache.put(url, response);
  }
}

type Message = { type: 'take-over' } | { type: 'keep'; urls: string[] } | { type: 'keep-all' };

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  if (message.type === 'take-over') return void self.skipWaiting();
  const urls = message.type === 'keep-all' ? __LATER__ : message.urls;
  event.waitUntil(keep(urls).catch(() => {}));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The worker has no token: it only wakes the pages, which send what waits. */
self.addEventListener('sync', (event) => {
  const wake = async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    for (const page of pages) page.postMessage({ type: 'send' }, []);
  };
  (event as ExtendableEvent).waitUntil(wake());
});

/** A reminder of due cards, in the language of the account. */
self.addEventListener('push', (event) => {
  const { data } = event as PushEvent;
  if (!data) return;
  const { title, body, language: lang } = data.json() as Record<'title' | 'body' | 'language', string>;
  const shown = { body, lang, tag: 'due', icon: '/icon-192.png' };
  (event as PushEvent).waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showDue(self.clients));
});
