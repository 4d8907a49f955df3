import { limits, ValidationFailed } from '@kumbuka/contracts';
import type { Board } from '../domain/board.ts';
import { canonicalTimezone, isTimezone } from '../domain/calendar/calendar.ts';
import type { LearnerRow } from '../domain/rows.ts';
import type { ChangeLearner } from './learner-work.ts';
import { refuseErased } from './refuse-erased.ts';

interface Deps {
  changeLearner: ChangeLearner;
  now: () => Date;
}

/** What is left out stays. */
export interface StudySettings {
  weeklyGoal?: number | undefined;
  targetDays?: number | undefined;
  timezone?: string | undefined;
  dayStartHour?: number | undefined;
}

const refuse = (path: string, message: string) => {
  throw new ValidationFailed([{ path, message }]);
};
const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

function check({ weeklyGoal, targetDays, timezone, dayStartHour }: StudySettings) {
  if (weeklyGoal !== undefined && !isWithin(weeklyGoal, 1, limits.weeklyGoalMost))
    refuse('weeklyGoal', `Must be a whole number from 1 to ${limits.weeklyGoalMost}.`);
  if (targetDays !== undefined && !isWithin(targetDays, 1, 7))
    refuse('targetDays', 'Must be a whole number from 1 to 7.');
  if (dayStartHour !== undefined && !isWithin(dayStartHour, 0, 23))
    refuse('dayStartHour', 'Must be a whole number from 0 to 23.');
  if (timezone !== undefined && !isTimezone(timezone))
    refuse('timezone', 'Must be the IANA name of a time zone, such as Africa/Nairobi.');
}

/**
 * Changes a learner's goals, zone and day start. Due days are days of the learner's calendar, so another zone or day
 * start moves the instants at which they begin without a row being rewritten.
 */
export const changeSettings =
  (deps: Deps) =>
  async (settings: StudySettings, userId: number): Promise<LearnerRow> => {
    check(settings);
    return deps.changeLearner(userId, async (learner) => {
      const board = await learner.board({});
      refuseErased(board);
      if (takeOver(board, settings, deps.now())) await learner.save(board, []);
      return board.learner;
    });
  };

function takeOver(board: Board, settings: StudySettings, at: Date): boolean {
  const { learner } = board;
  const before = { ...learner };
  learner.weeklyGoal = settings.weeklyGoal ?? learner.weeklyGoal;
  learner.targetDays = settings.targetDays ?? learner.targetDays;
  learner.timezone =
    settings.timezone === undefined ? learner.timezone : canonicalTimezone(settings.timezone);
  learner.dayStartHour = settings.dayStartHour ?? learner.dayStartHour;
  if (before.weeklyGoal !== learner.weeklyGoal || before.targetDays !== learner.targetDays)
    noteGoal(board, at);
  const changed =
    learner.version !== before.version ||
    before.timezone !== learner.timezone ||
    before.dayStartHour !== learner.dayStartHour;
  if (changed) board.touched.add(learner);
  return changed;
}

function noteGoal({ learner, happened }: Board, at: Date) {
  learner.version += 1;
  const { version, weeklyGoal, targetDays } = learner;
  happened.push({ kind: 'weekly-goal-changed', version, weeklyGoal, targetDays, at });
}
