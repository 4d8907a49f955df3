import { keyOf } from './outbox.ts';

const beatMs = 3_000;
/** A frozen tab keeps its lock; one that is silent for this long loses it. */
const silenceMs = 10_000;

function channelOf(userId: string) {
  if (!globalThis.BroadcastChannel) return null;
  return new BroadcastChannel(`kumbuka.sender.${userId}`);
}

/** Runs work and tells the other tabs that its tab is alive. */
async function withHeartbeat(channel: BroadcastChannel | null, work: () => Promise<void>) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const beat = () => channel?.postMessage('alive');
  beat();
  const timer = setInterval(beat, beatMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Resolves once no other tab has given a sign of life for 10 s. */
function untilSilent(channel: BroadcastChannel, done: AbortSignal): Promise<'silent'> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, silenceMs, 'silent');
    channel.addEventListener(
      'message',
      () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, silenceMs, 'silent');
      },
      { signal: done },
    );
    done.addEventListener('abort', () => clearTimeout(timer));
  });
}

/**
 * Lets one tab send at a time where the browser has locks, and takes the lock from a frozen tab. Without locks, and when
 * the frozen tab's request still runs, the server counts a repeat once.
 */
export async function asOnlySender(userId: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  const channel = channelOf(userId);
  const ended = new AbortController();
  const waiting = new AbortController();
  let isHolding = false;
  const hold = () => {
    isHolding = true;
    return withHeartbeat(channel, work);
  };
  try {
    if (channel)
      void untilSilent(channel, ended.signal).then(() => void (isHolding || waiting.abort('silent')));
    await locks.request(keyOf(userId), { signal: waiting.signal }, hold).catch((error: unknown) => {
      if (!waiting.signal.aborted || isHolding) throw error;
      return locks.request(keyOf(userId), { steal: true }, hold);
    });
  } finally {
    ended.abort();
    channel?.close();
  }
}
