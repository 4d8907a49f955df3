import type { LiveKind } from '@kumbuka/contracts/constants';
import { readToken } from '../auth/token.ts';
import { wait } from '../browser/wait.ts';
import { reportChange, setLive } from './changes.ts';
import { delayOf } from './delay.ts';
import { readStream } from './read-stream.ts';

/** What the tab with the connection tells the others. */
type Note =
  | { type: 'alive' }
  | { type: 'lost' }
  | { type: 'change'; kinds: LiveKind[] }
  | { type: 'ask'; agoMs: number };

/** Longer than the pause between two heartbeats; a tab that hears nothing for this long polls. */
const trustMs = 60_000;
/** A tab that is hidden for a moment keeps its connection. */
const hiddenMs = 5_000;

const open = (agoMs: number) => (signal: AbortSignal) =>
  fetch(`/live?ago=${agoMs}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${readToken() ?? ''}` },
    cache: 'no-store',
    signal,
  });

/** Whether this page hears of changes, and since when it does not. */
function createHearing() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = performance.timeOrigin;
  const lose = () => {
    clearTimeout(timer);
    setLive(false);
  };
  return {
    hear() {
      clearTimeout(timer);
      timer = setTimeout(lose, trustMs);
      heardAt = Date.now();
      setLive(true);
    },
    lose,
    agoMs: () => Math.max(1, Math.round(Date.now() - heardAt)),
  };
}

/** Reads one stream after the other until the signal is aborted. */
async function lead(tell: (note: Note) => void, agoMs: () => number, left: AbortSignal) {
  let failures = 0;
  while (!left.aborted) {
    const ports = {
      open: open(agoMs()),
      onAlive: () => tell({ type: 'alive' }),
      onChange: (kinds: LiveKind[]) => tell({ type: 'change', kinds }),
    };
    const end = await readStream(ports, left);
    tell({ type: 'lost' });
    failures = end.hasBegun ? 0 : failures + 1;
    const ms = Math.max(end.waitMs, delayOf(failures));
    const online = new AbortController();
    const wake = () => online.abort();
    window.addEventListener('online', wake);
    await wait(ms, AbortSignal.any([left, online.signal])).catch(() => {});
    window.removeEventListener('online', wake);
  }
}

/** Runs work while the page is shown. A browser may freeze a hidden page, which would keep its lock. */
function whileShown(work: (left: AbortSignal) => void): () => void {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    running?.abort();
    running = null;
  };
  const begin = () => {
    clearTimeout(timer);
    if (running) return;
    running = new AbortController();
    work(running.signal);
  };
  const check = () => {
    if (!document.hidden) return begin();
    clearTimeout(timer);
    timer = setTimeout(end, hiddenMs);
  };
  check();
  document.addEventListener('visibilitychange', check);
  document.addEventListener('freeze', end);
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', check);
  return () => {
    end();
    document.removeEventListener('visibilitychange', check);
    document.removeEventListener('freeze', end);
    window.removeEventListener('pagehide', end);
    window.removeEventListener('pageshow', check);
  };
}

/**
 * Keeps one connection for all tabs of this browser, in one that is shown, and reports changes to the pages of all. Browsers
 * without locks poll as before: each connection of a tab would take one of the six of a browser.
 */
export function startLive(userId: string): () => void {
  const { locks } = navigator;
  if (!locks || !globalThis.BroadcastChannel) return () => {};
  const name = `kumbuka.live.${userId}`;
  const hearing = createHearing();

  function take(note: Note) {
    if (note.type === 'alive') hearing.hear();
    if (note.type === 'lost') hearing.lose();
    if (note.type === 'change') reportChange(note.kinds);
  }
  const stop = whileShown((left) => {
    const channel = new BroadcastChannel(name);
    let isLeading = false;
    let isConnected = false;
    const changedAt = new Map<LiveKind, number>();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    const post = (note: Note) => channel.postMessage(note);
    const tell = (note: Note) => {
      if (note.type !== 'change') isConnected = note.type === 'alive';
      if (left.aborted && note.type !== 'lost') return;
      if (note.type === 'change') for (const kind of note.kinds) changedAt.set(kind, Date.now());
      post(note);
      take(note);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Note>) => {
      if (data.type !== 'ask') return take(data);
      if (!isLeading || !isConnected) return;
      post({ type: 'alive' });
      const missed = [...changedAt].flatMap(([kind, at]) => (Date.now() - at < data.agoMs ? [kind] : []));
      if (missed.length > 0) post({ type: 'change', kinds: missed });
    });
    post({ type: 'ask', agoMs: hearing.agoMs() });
    locks
      .request(name, { signal: left }, () => {
        isLeading = true;
        return lead(tell, hearing.agoMs, left);
      })
      .catch(() => {})
      .finally(() => {
        hearing.lose();
        channel.close();
      });
  });
  return () => {
    stop();
    hearing.lose();
  };
}
