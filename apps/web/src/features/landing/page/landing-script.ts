import { runPublicPage } from '../../../shared/built/public-page.ts';
import { runSampleCards } from './run-sample-cards.ts';

/** Runs the landing page of visitors; for learners the page starts the client. */
export function start(): void {
  const signal = runPublicPage();
  const place = document.querySelector<HTMLElement>('#shell [data-samples]');
  if (place) runSampleCards(place, signal);
}
