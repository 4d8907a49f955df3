import { runLength } from '../calendar/study-days.ts';
import type { Day } from '@kumbuka/contracts/study-day';
import { badgeKinds, type BadgeKind, type Learner } from './learner.ts';

const targets: Record<BadgeKind, number> = { 'first-session': 1, 'seven-days': 7, 'hundred-mastered': 100 };

export interface BadgeView {
  kind: BadgeKind;
  earnedAt: Date | null;
  progress: number;
  target: number;
}

/** Badges with their progress; `streak` is today's streak. */
export const badgesOf = ({ badges, totals }: Learner, streak: number): BadgeView[] => {
  const reached: Record<BadgeKind, number> = {
    'first-session': badges['first-session'] ? 1 : 0,
    'seven-days': streak,
    'hundred-mastered': totals.learned,
  };
  return badgeKinds.map((kind) => {
    const [earnedAt, target] = [badges[kind], targets[kind]];
    return { kind, earnedAt, progress: earnedAt ? target : Math.min(reached[kind], target), target };
  });
};

const earn = (learner: Learner, kind: BadgeKind, reached: number, at: Date): Learner =>
  learner.badges[kind] || reached < targets[kind]
    ? learner
    : { ...learner, badges: { ...learner.badges, [kind]: at } };

/** Awards the badges of an answer on a day. Earned badges are kept. */
export const withBadgesOfAnswer = (learner: Learner, day: Day, at: Date): Learner =>
  earn(
    earn(learner, 'seven-days', runLength(learner.runs, day, learner.skipped), at),
    'hundred-mastered',
    learner.totals.learned,
    at,
  );

/** A finished session counts if it earned XP. */
export const withBadgeOfSession = (learner: Learner, xp: number, at: Date): Learner =>
  earn(learner, 'first-session', Math.sign(xp), at);
