import { t } from '@lingui/core/macro';
import { inDays } from '../../shared/lib/format.ts';
import { percentLabel } from '../../shared/lib/percent.ts';
import type { Schedule } from '../../shared/study/queue-context.tsx';
import { studyDaysBetween, type StudyClock } from '../../shared/study/study-day.ts';
import type { CardAnswer } from './session-state.ts';

function seen(lastStudiedAt: string, now: Date, clock: StudyClock): string {
  const days = studyDaysBetween(new Date(lastStudiedAt), now, clock);
  if (days <= 0) return t`Seen today`;
  return days === 1 ? t`Seen yesterday` : t`Seen ${days} days ago`;
}

/** Why a card is shown, beside its counters; empty while its schedule cannot be had. */
export function whyLine(schedule: Schedule | null, now: Date, clock: StudyClock): string {
  if (!schedule) return '';
  if (schedule.studyCount === 0 || !schedule.lastStudiedAt) return t`New card. You have not seen it yet.`;
  const start = `${seen(schedule.lastStudiedAt, now, clock)}.`;
  if (schedule.predictedRecall === null) return start;
  return t`${start} About ${percentLabel(schedule.predictedRecall * 100)} chance you still know it.`;
}

/** Line about the saved answer; replaces the line that says why the card is shown. */
export function savedLine(answer: CardAnswer, schedule: Schedule | null): string {
  if (answer.state === 'waiting') return t`Kept on this device. It is sent when the connection is back.`;
  if (answer.state === 'failed') return t`Not saved yet. It is kept on this device and sent again.`;
  if (answer.state === 'sending') return t`Saving your answer.`;
  if (!schedule || schedule.intervalDays === null) return t`Saved.`;
  return t`Saved. You will see this card again ${inDays(schedule.intervalDays)}.`;
}

/** 'About 4 min left', from the learner's own pace. */
export function timeLeft(openCards: number, secondsPerAnswer: number): string {
  if (openCards === 0) return '';
  return t`About ${Math.max(1, Math.round((openCards * secondsPerAnswer) / 60))} min left`;
}
