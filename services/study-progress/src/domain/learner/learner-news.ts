import { levelOf } from './level.ts';
import { badgeKinds, type BadgeKind, type Learner } from './learner.ts';

/** What others are told of a learner; each raises the learner's version by one. */
export type LearnerNews =
  | { type: 'level-reached'; level: number; xp: number }
  | { type: 'badge-earned'; badge: BadgeKind }
  | { type: 'weekly-goal-changed'; weeklyGoal: number; targetDays: number };

function levelNews(before: Learner, { xp }: Learner): LearnerNews[] {
  const level = levelOf(xp);
  return level === levelOf(before.xp) ? [] : [{ type: 'level-reached', level, xp }];
}

const badgeNews = (before: Learner, after: Learner): LearnerNews[] =>
  badgeKinds
    .filter((badge) => after.badges[badge] && !before.badges[badge])
    .map((badge) => ({ type: 'badge-earned', badge }));

function goalNews(before: Learner, { weeklyGoal, targetDays }: Learner): LearnerNews[] {
  const isSame = before.weeklyGoal === weeklyGoal && before.targetDays === targetDays;
  return isSame ? [] : [{ type: 'weekly-goal-changed', weeklyGoal, targetDays }];
}

/** What is new about a learner, told by comparing. */
export const learnerNews = (before: Learner, after: Learner): LearnerNews[] => [
  ...levelNews(before, after),
  ...badgeNews(before, after),
  ...goalNews(before, after),
];
