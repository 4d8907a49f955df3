import type { Board } from '../board.ts';
import type { BadgeKind, LearnerRow, SessionRow } from '../rows.ts';
import { latestRun } from '../calendar/study-days.ts';

const targets: Record<BadgeKind, number> = { 'first-session': 1, 'seven-days': 7, 'hundred-mastered': 100 };
const badgeKinds = Object.keys(targets) as BadgeKind[];

export interface BadgeView {
  kind: BadgeKind;
  earnedAt: Date | null;
  progress: number;
  target: number;
}

const progressOf = (learner: LearnerRow, kind: BadgeKind): number => {
  if (kind === 'first-session') return learner.badges[kind] ? 1 : 0;
  return kind === 'seven-days' ? latestRun(learner.runs) : learner.totals.mastered;
};

/** Badges and how far they are; `streak` is the streak of today. */
export const badgesOf = (learner: LearnerRow, streak: number): BadgeView[] =>
  badgeKinds.map((kind) => {
    const earnedAt = learner.badges[kind];
    const reached = kind === 'seven-days' ? streak : progressOf(learner, kind);
    const target = targets[kind];
    return { kind, earnedAt, progress: earnedAt ? target : Math.min(reached, target), target };
  });

function earn(board: Board, badge: BadgeKind, at: Date) {
  board.learner.badges[badge] = at;
  board.learner.version += 1;
  board.happened.push({ kind: 'badge-earned', version: board.learner.version, badge, at });
}

/** Gives badges that were just reached; what was earned stays. A finished session counts when it gave XP. */
export function noteEarnedBadges(board: Board, at: Date, finished?: SessionRow) {
  const { learner } = board;
  for (const badge of badgeKinds) {
    if (learner.badges[badge]) continue;
    const reached = badge === 'first-session' ? Number((finished?.xp ?? 0) > 0) : progressOf(learner, badge);
    if (reached >= targets[badge]) earn(board, badge, at);
  }
}
