import { parentPort } from 'node:worker_threads';
import { readCards } from '@kumbuka/card-maker';
import type { WorkerRequest } from './embedded.ts';

parentPort?.on('message', ({ text, count }: WorkerRequest) => {
  const { cards, repeats } = readCards(text, count);
  // Repeats come last, so that vetting can name them.
  parentPort?.postMessage([...cards, ...repeats], []);
});
