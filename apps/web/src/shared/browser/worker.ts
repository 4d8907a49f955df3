import { savesData, whenIdle } from './idle.ts';

/** Message of the worker when the browser has its network back. */
const isSend = ({ data }: MessageEvent) => (data as { type?: unknown } | null)?.type === 'send';

/** Files that the page has loaded before the worker could see it. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);

/** A worker's second argument is what it takes over, not an origin. */
const tell = (worker: ServiceWorker, message: object) => worker.postMessage(message, []);

/** Completes the worker's files: those of this page at once, and on a later visit all others. */
function fill(worker: ServiceWorker, isLaterVisit: boolean) {
  tell(worker, { type: 'keep', urls: loadedAssets() });
  if (isLaterVisit && !savesData()) whenIdle(() => tell(worker, { type: 'keep-all' }));
}

/** Calls back with a new version that waits until it may take over. */
function watchVersions(
  registration: ServiceWorkerRegistration,
  onNewVersion: (waiting: ServiceWorker) => void,
) {
  const report = () => {
    const { waiting } = registration;
    if (waiting && navigator.serviceWorker.controller) onNewVersion(waiting);
  };
  report();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', report),
  );
}

const updateEveryMs = 3_600_000;

/** Looks for a new version when an open page is shown again, once an hour at most. */
function lookForVersions(registration: ServiceWorkerRegistration) {
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < updateEveryMs) return;
    lookedAt = Date.now();
    registration.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

interface WorkerEvents {
  /** A new version waits; `takeOver` switches all tabs to it. */
  onNewVersion: (takeOver: () => void) => void;
  /** Another tab or this one has switched to a new version. */
  onTakenOver: () => void;
}

/** Starts the service worker once the page is idle. Does nothing in browsers without one, and in development. */
export function startWorker({ onNewVersion, onTakenOver }: WorkerEvents): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !import.meta.env.PROD) return () => {};
  const isLaterVisit = serviceWorker.controller !== null;
  let stop = () => {};
  const begin = async () => {
    const registration = await serviceWorker.register('/sw.js');
    stop = lookForVersions(registration);
    watchVersions(registration, (waiting) => onNewVersion(() => tell(waiting, { type: 'take-over' })));
    const { active } = await serviceWorker.ready;
    if (active) fill(active, isLaterVisit);
  };
  const cancel = whenIdle(() => void begin().catch(() => {}));
  const takenOver = () => void (isLaterVisit && onTakenOver());
  serviceWorker.addEventListener('controllerchange', takenOver);
  return () => {
    cancel();
    stop();
    serviceWorker.removeEventListener('controllerchange', takenOver);
  };
}

/** Calls back when the worker was woken because the network is back. */
export function onWake(callback: () => void): () => void {
  const { serviceWorker } = navigator;
  const listen = (event: MessageEvent) => void (isSend(event) && callback());
  serviceWorker?.addEventListener('message', listen);
  return () => serviceWorker?.removeEventListener('message', listen);
}

/** Asks for a wake-up at the next network, where the browser has Background Sync. */
export async function askForWake(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register('send').catch(() => {});
}
