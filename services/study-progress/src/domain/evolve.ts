import { evolveAnswer, evolveUndo } from './answer/evolve-answer.ts';
import { evolveReset, evolveScheduleImported } from './answer/evolve-start.ts';
import { evolveRescheduled } from './answer/reschedule.ts';
import { evolveRescheduleUndone } from './change/undo-change.ts';
import { evolveBury } from './card/bury.ts';
import { evolveSuspension } from './card/reshelve.ts';
import {
  evolveCardAdded,
  evolveCardGone,
  evolveCardMoved,
  evolveDeckAdded,
  evolveDeckGone,
} from './deck/ownership.ts';
import { evolveParameters } from './learner/parameters.ts';
import { learnerEvents } from './learner/learner-events.ts';
import type { LogEntry } from './log-entry.ts';
import { evolveFinish } from './session/evolve-finish.ts';
import { atSeq, type StudyState } from './study-state.ts';

function fold(state: StudyState, entry: LogEntry): StudyState {
  switch (entry.kind) {
    case 'reviewed':
      return evolveAnswer(state, entry);
    case 'practised':
    case 'history-imported':
    case 'changed':
    case 'change-undone':
      return atSeq(state, entry.seq);
    case 'undone':
      return entry.dueDay === undefined ? evolveUndo(state, entry) : evolveRescheduleUndone(state, entry);
    case 'rescheduled':
      return evolveRescheduled(state, entry);
    case 'schedule-imported':
      return evolveScheduleImported(state, entry);
    case 'reset':
      return evolveReset(state, entry);
    case 'buried':
      return evolveBury(state, entry);
    case 'finished':
      return evolveFinish(state, entry);
    case 'parameters-changed':
      return evolveParameters(state, entry);
    case 'settings':
      return { ...state, learner: { ...state.learner, ...entry.settings } };
    case 'deck-added':
      return evolveDeckAdded(state, entry);
    case 'deck-gone':
      return evolveDeckGone(state, entry);
    case 'card-added':
      return evolveCardAdded(state, entry.card);
    case 'card-moved':
      return evolveCardMoved(state, entry.card);
    case 'card-suspension':
      return evolveSuspension(state, entry.card);
    case 'card-gone':
      return evolveCardGone(state, entry.card);
  }
}

/** Applies one entry to the state. New answers, late answers, undos and rebuilds all use this function. */
export function evolve(state: StudyState, entry: LogEntry): StudyState {
  const after = fold(state, entry);
  const raised = learnerEvents(state.learner, after.learner).length;
  if (raised === 0) return after;
  return { ...after, learner: { ...after.learner, version: after.learner.version + raised } };
}
