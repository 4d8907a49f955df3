import { Worker } from 'node:worker_threads';
import { GenerationFailed } from '../domain/errors.ts';
import type { Draft } from '../domain/vetting.ts';
import type { CardProvider, CardRequest } from '../use-cases/ports.ts';

export interface EmbeddedProvider extends CardProvider {
  stop(): Promise<void>;
}

export interface EmbeddedQuestion {
  generationId: number;
  text: string;
  count: number;
}

export interface EmbeddedAnswer {
  generationId: number;
  drafts: Draft[];
}

/** A text takes a second at most; a worker that does not answer hangs. */
const mostMs = 10_000;
/** The language model of an idle worker is given back to the machine. */
const idleMs = 60_000;

interface Waiting {
  resolve(drafts: Draft[]): void;
  reject(error: unknown): void;
}

/** Makes cards by the rules of `domain/extraction` in a thread of its own, so that nobody waits for a long text. */
export function createEmbeddedProvider(): EmbeddedProvider {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function failAll(error: unknown) {
    for (const { reject } of waiting.values()) reject(new GenerationFailed('GENERATION_FAILED', error));
    waiting.clear();
  }

  async function end() {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  function open(): Worker {
    const made = new Worker(new URL('./embedded-worker.ts', import.meta.url));
    made.on('message', ({ generationId, drafts }: EmbeddedAnswer) => {
      waiting.get(generationId)?.resolve(drafts);
      waiting.delete(generationId);
    });
    const broken = (error: unknown) => {
      if (worker === made) worker = null;
      failAll(error);
    };
    made.on('error', broken);
    made.on('exit', () => worker === made && broken(new Error('The worker ended.')));
    made.unref();
    return made;
  }

  function ask({ generationId, text, count, signal }: CardRequest): Promise<Draft[]> {
    clearTimeout(idle);
    return new Promise<Draft[]>((resolve, reject) => {
      waiting.set(generationId, { resolve, reject });
      const limit = AbortSignal.any([signal, AbortSignal.timeout(mostMs)]);
      limit.addEventListener('abort', () => {
        if (!waiting.delete(generationId)) return;
        reject(
          new GenerationFailed(signal.aborted ? 'GENERATION_FAILED' : 'GENERATION_TIMEOUT', limit.reason),
        );
        // Whoever is behind it would wait for the same.
        void end().then(() => failAll(limit.reason));
      });
      worker ??= open();
      worker.postMessage({ generationId, text, count } satisfies EmbeddedQuestion, []);
    }).finally(() => {
      clearTimeout(idle);
      if (waiting.size === 0) idle = setTimeout(() => void end(), idleMs).unref();
    });
  }

  return {
    name: 'embedded',
    expectedSeconds: () => 1,
    async *make(request) {
      yield* await ask(request);
    },
    async stop() {
      clearTimeout(idle);
      await end();
    },
  };
}
