import { runPublicPage } from '../../../shared/built/public-page.ts';
import { newId } from '../../../shared/browser/ids.ts';
import { keptCards } from '../../../shared/study/kept-cards.ts';
import { runSampleCards, type KeepAnswers } from './run-sample-cards.ts';

const keep: KeepAnswers = (catalogId, answers) =>
  keptCards.keep({
    catalogId,
    sessionId: newId(),
    answers: answers.map((answer) => ({ ...answer, clientEventId: newId() })),
  });

/** Runs the landing page of visitors; for learners the page starts the client. */
export function start(): void {
  const signal = runPublicPage();
  const place = document.querySelector<HTMLElement>('#shell [data-samples]');
  if (place) runSampleCards(place, signal, keep);
}
