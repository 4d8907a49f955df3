import { t } from '@lingui/core/macro';
import { inDays } from '../../../../shared/format/format.ts';
import type { Schedule } from '../../../../shared/study/queue-context.tsx';
import type { CardAnswer } from './session-state.ts';

/** Line of a card in a round of missed cards, before and after its answer. */
export function practiceLine(answer: CardAnswer | undefined): string {
  if (!answer) return t`Practice: it does not change when the card comes back.`;
  return answer.wasCorrect ? t`Right this time.` : t`This card comes once more in the next round.`;
}

/** Whether a card was known ahead of its due day. */
const isEarly = ({ before, wasCorrect }: CardAnswer) =>
  wasCorrect && before !== undefined && before !== null && before.studyCount > 0 && !before.isDue;

/** Line about an answer that waits for a network, with the day that this device has computed. */
function waitingLine({ expected }: CardAnswer): string {
  const kept = t`Kept on this device. It is sent when you are online again.`;
  const days = expected?.intervalDays ?? null;
  return days === null ? kept : t`${kept} You will see this card again ${inDays(days)}.`;
}

/** Line about the saved answer; replaces the line that says why the card is shown. */
export function savedLine(answer: CardAnswer, schedule: Schedule | null): string {
  if (answer.isElsewhere) return t`Answered in another tab or on another device.`;
  if (answer.state === 'waiting') return waitingLine(answer);
  if (answer.state === 'failed') return t`Not saved yet. It is kept on this device and retried.`;
  if (answer.state === 'sending') return t`Saving your answer.`;
  if (!schedule || schedule.intervalDays === null) return t`Saved.`;
  if (isEarly(answer))
    return t`Saved. It was not due yet, so its day moves only as far as you learned something: you will see it again ${inDays(schedule.intervalDays)}.`;
  return t`Saved. You will see this card again ${inDays(schedule.intervalDays)}.`;
}
