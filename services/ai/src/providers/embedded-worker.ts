import { parentPort } from 'node:worker_threads';
import { makeCards } from '@kumbuka/card-maker';
import type { EmbeddedQuestion } from './embedded.ts';

parentPort?.on('message', ({ text, count }: EmbeddedQuestion) => {
  parentPort?.postMessage(makeCards(text, count), []);
});
