import { levelOf } from './level.ts';
import { badgeKinds, type BadgeKind, type Learner } from './learner.ts';

/** Events of a learner; each increments the learner's version. */
export type LearnerEvent =
  | { type: 'level-reached'; level: number; xp: number }
  | { type: 'badge-earned'; badge: BadgeKind }
  | { type: 'weekly-goal-changed'; weeklyGoal: number; targetDays: number };

function levelEvents(before: Learner, { xp }: Learner): LearnerEvent[] {
  const level = levelOf(xp);
  return level === levelOf(before.xp) ? [] : [{ type: 'level-reached', level, xp }];
}

const badgeEvents = (before: Learner, after: Learner): LearnerEvent[] =>
  badgeKinds
    .filter((badge) => after.badges[badge] && !before.badges[badge])
    .map((badge) => ({ type: 'badge-earned', badge }));

function goalEvents(before: Learner, { weeklyGoal, targetDays }: Learner): LearnerEvent[] {
  const isSame = before.weeklyGoal === weeklyGoal && before.targetDays === targetDays;
  return isSame ? [] : [{ type: 'weekly-goal-changed', weeklyGoal, targetDays }];
}

/** Derives the learner's events by comparing two states. */
export const learnerEvents = (before: Learner, after: Learner): LearnerEvent[] => [
  ...levelEvents(before, after),
  ...badgeEvents(before, after),
  ...goalEvents(before, after),
];
