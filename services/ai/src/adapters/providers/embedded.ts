import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GenerationFailed } from '../../domain/errors.ts';
import type { Draft } from '../../domain/vetting.ts';
import type { CardProvider } from '../../use-cases/ports.ts';

export interface EmbeddedProvider extends CardProvider {
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

export interface WorkerRequest {
  text: string;
  count: number;
}

export interface EmbeddedOptions {
  /** Milliseconds after which the worker of a text counts as hung. A text takes seconds on a busy machine. */
  maxMs?: number;
  /** Milliseconds after which an unused worker ends. */
  idleMs?: number;
}

/** One sentence per set of rules, so that all tables are loaded. */
const warmUp: WorkerRequest = {
  text: 'A cell is the smallest unit of life. In 1963, Kenya gained independence.',
  count: 6,
};

async function runInWorker(worker: Worker, request: WorkerRequest, signal: AbortSignal): Promise<Draft[]> {
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('The worker ended.');
  });
  const responded = once(worker, 'message', { signal });
  worker.postMessage(request, []);
  const [drafts] = await Promise.race([responded, ended]);
  return drafts;
}

/**
 * Makes cards by the rules of `libs/card-maker` in a worker thread, so that a long text blocks no other request. Processes
 * one text at a time; the time limit of a text starts with its turn.
 */
export function createEmbeddedProvider(options: EmbeddedOptions = {}): EmbeddedProvider {
  const { maxMs = 30_000, idleMs = 60_000 } = options;
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  async function end() {
    const ending = worker;
    worker = null;
    await ending?.terminate();
  }

  function open(): Worker {
    const made = new Worker(new URL('./embedded-worker.ts', import.meta.url));
    const forget = () => {
      if (worker === made) worker = null;
    };
    made.on('error', forget);
    made.on('exit', forget);
    made.unref();
    return made;
  }

  async function make(request: WorkerRequest, signal: AbortSignal): Promise<Draft[]> {
    if (signal.aborted) throw new GenerationFailed('GENERATION_FAILED', signal.reason);
    const limit = AbortSignal.timeout(maxMs);
    const over = new AbortController();
    const current = (worker ??= open());
    try {
      return await runInWorker(current, request, AbortSignal.any([signal, limit, over.signal]));
    } catch (error) {
      await end();
      throw new GenerationFailed(limit.aborted ? 'GENERATION_TIMEOUT' : 'GENERATION_FAILED', error);
    } finally {
      over.abort();
    }
  }

  function enqueue(request: WorkerRequest, signal: AbortSignal): Promise<Draft[]> {
    clearTimeout(idle);
    idle = undefined;
    const drafts = lastTurn.then(() => make(request, signal));
    const restAfter = async () => {
      await drafts.catch(() => undefined);
      if (lastTurn === turn) idle = setTimeout(() => void end(), idleMs).unref();
    };
    const turn = restAfter();
    lastTurn = turn;
    return drafts;
  }

  const stopped = new AbortController();

  /** After a failure the next request opens another worker. */
  async function prepare(): Promise<void> {
    if (worker) idle?.refresh();
    else await enqueue(warmUp, stopped.signal).catch(() => undefined);
  }

  return {
    name: 'embedded',
    prepare,
    expectedSeconds: () => 1,
    isResting: () => false,
    async *make({ text, count, signal }) {
      yield* await enqueue({ text, count }, signal);
    },
    async stop() {
      stopped.abort();
      clearTimeout(idle);
      await end();
    },
  };
}
