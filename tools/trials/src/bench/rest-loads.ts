import { answerTo, giveDeck, newLearner, type DeckWithCards, type Learner } from '../product/learner.ts';
import { cpuSeconds } from '../product/measure.ts';
import type { Product } from '../product/product.ts';
import type { LoadRequest, LoadResult } from './load.ts';

/** Learner with a deck of ten cards and a separate connection. */
export interface Worker {
  learner: Learner;
  deck: DeckWithCards;
}

const learners = 32;

export async function giveWorkers(rest: string): Promise<Worker[]> {
  const workers: Worker[] = [];
  for (let n = 0; n < learners; n++) {
    const learner = await newLearner(rest, 'bench');
    workers.push({ learner, deck: await giveDeck(learner, 10) });
  }
  return workers;
}

export interface RestLoad {
  name: string;
  next(worker: Worker): LoadRequest;
}

const reading = (path: string): RestLoad => ({
  name: `GET ${path}`,
  next: ({ learner }) => ({ method: 'GET', path, token: learner.token }),
});

function answering(): RestLoad {
  let turn = 0;
  const next = ({ learner, deck }: Worker): LoadRequest => {
    const body = JSON.stringify(answerTo(deck, turn++));
    return { method: 'POST', path: '/progress', token: learner.token, body };
  };
  return { name: 'POST /progress', next };
}

/** REST calls of the bench, in this order. */
export const restLoads = (): RestLoad[] => [reading('/decks'), answering(), reading('/dashboard')];

const cpuOf = (product: Product) =>
  Object.values(product.pids()).reduce((sum, pid) => sum + cpuSeconds(pid), 0);

const responsesIn = ({ statuses }: LoadResult) =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0);

/** Runs a load. Returns its result with the CPU milliseconds of all processes per response. */
export async function withCpuTime(product: Product, loading: () => Promise<LoadResult>) {
  const before = cpuOf(product);
  const result = await loading();
  return { ...result, cpuMs: (1000 * (cpuOf(product) - before)) / responsesIn(result) };
}
