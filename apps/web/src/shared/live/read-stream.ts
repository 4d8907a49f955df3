import { live, type LiveKind } from '@kumbuka/contracts/constants';
import { kindsIn } from './changes.ts';

/** A proxy that collects the response holds back its first byte, too. */
const firstByteMs = 5_000;
const silentMs = live.silentSeconds * 1000;

/** Why a stream ended, and how long at least to poll instead. */
export interface StreamEnd {
  /** Whether the stream had begun. */
  hasBegun: boolean;
  waitMs: number;
}

export interface StreamPorts {
  open(signal: AbortSignal): Promise<Response>;
  /** Called at the first byte, and at each further one. */
  onAlive(): void;
  onChange(kinds: LiveKind[]): void;
}

const heldBackMs = 300_000;
const replacedMs = live.replacedSeconds * 1000;

/** Aborts when nothing has arrived for the time of the last call. */
function createSilence(over: AbortController) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expect = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => over.abort('silent'), ms);
  };
  return { expect, stop: () => clearTimeout(timer) };
}

const field = (message: string, name: string): string =>
  message
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? '';

const secondsIn = (response: Response) => Number(response.headers.get('retry-after') ?? 0) || 0;

/** Messages of a stream, which end with an empty line. */
async function* messagesIn(body: ReadableStream<Uint8Array>, onBytes: () => void) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBytes();
    text += decoder.decode(value, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    yield* messages;
  }
}

/** Reads one stream to its end. Never rejects. */
export async function readStream(ports: StreamPorts, left: AbortSignal): Promise<StreamEnd> {
  const over = new AbortController();
  const stop = () => over.abort('left');
  left.addEventListener('abort', stop);
  const silence = createSilence(over);
  let hasBegun = false;
  let waitMs = 0;
  const alive = () => {
    hasBegun = true;
    silence.expect(silentMs);
    ports.onAlive();
  };
  try {
    if (left.aborted) return { hasBegun, waitMs };
    silence.expect(firstByteMs);
    const response = await ports.open(over.signal);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!response.ok || !isStream || !response.body) {
      void response.body?.cancel().catch(() => {});
      return { hasBegun, waitMs: secondsIn(response) * 1000 };
    }
    for await (const message of messagesIn(response.body, alive)) {
      const event = field(message, 'event');
      if (event === 'change') ports.onChange(kindsIn(field(message, 'data')));
      if (event === 'replaced') waitMs = replacedMs;
    }
  } catch {
    // The network, the proxy or the silence ended it.
    if (over.signal.reason === 'silent' && !hasBegun) waitMs = heldBackMs;
  } finally {
    silence.stop();
    left.removeEventListener('abort', stop);
    over.abort('left');
  }
  return { hasBegun, waitMs };
}
