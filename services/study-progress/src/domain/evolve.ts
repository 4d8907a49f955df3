import { evolveAnswer, evolveUndo } from './answer/evolve-answer.ts';
import { evolveCardGone, evolveCardKnown, evolveDeckGone, evolveDeckKnown } from './deck/ownership.ts';
import { learnerNews } from './learner/learner-news.ts';
import type { LogEntry } from './log-entry.ts';
import { evolveFinish } from './session/evolve-finish.ts';
import type { StudyState } from './study-state.ts';

function fold(state: StudyState, entry: LogEntry): StudyState {
  switch (entry.kind) {
    case 'answer':
      return evolveAnswer(state, entry);
    case 'undo':
      return evolveUndo(state, entry);
    case 'finish':
      return evolveFinish(state, entry);
    case 'settings':
      return { ...state, learner: { ...state.learner, ...entry.settings } };
    case 'deck-known':
      return evolveDeckKnown(state, entry);
    case 'deck-gone':
      return evolveDeckGone(state, entry);
    case 'card-known':
      return evolveCardKnown(state, entry.card);
    case 'card-gone':
      return evolveCardGone(state, entry.card);
  }
}

/**
 * The state after one more entry. The same for the answer that was given just now, the one that comes late, the one
 * that is taken back, and for all of them when everything is made again from the log.
 */
export function evolve(state: StudyState, entry: LogEntry): StudyState {
  const after = fold(state, entry);
  const news = learnerNews(state.learner, after.learner).length;
  if (news === 0) return after;
  return { ...after, learner: { ...after.learner, version: after.learner.version + news } };
}
