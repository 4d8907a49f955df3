import { parentPort } from 'node:worker_threads';
import { makeCards } from '../domain/extraction/make-cards.ts';
import type { EmbeddedAnswer, EmbeddedQuestion } from './embedded.ts';

parentPort?.on('message', ({ generationId, text, count }: EmbeddedQuestion) => {
  parentPort?.postMessage({ generationId, drafts: makeCards(text, count) } satisfies EmbeddedAnswer, []);
});
