import { answerTo, giveDeck, newLearner, type DeckWithCards, type Learner } from '../learner.ts';
import { cpuSeconds } from '../measure.ts';
import type { Product } from '../product.ts';
import type { LoadRequest, LoadResult } from './load.ts';

/** A learner with a deck of ten cards, who asks over a connection of their own. */
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

const answersIn = ({ statuses }: LoadResult) =>
  Object.values(statuses).reduce((sum, count) => sum + count, 0);

/** Beside what came of it, the milliseconds that all processes of the product computed for one answer. */
export async function withProcessorTime(product: Product, loading: () => Promise<LoadResult>) {
  const before = cpuOf(product);
  const result = await loading();
  return { ...result, cpuMs: (1000 * (cpuOf(product) - before)) / answersIn(result) };
}
