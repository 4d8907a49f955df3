import { t } from '@lingui/core/macro';

/** Placeholder of a value in a sentence, which `fillIn` replaces. */
const value = (name: string) => `{${name}}`;

/**
 * Sentences of the first screen of a session with placeholders. The build passes them to the script in the
 * page, which shows the first card before the client is there.
 */
export function sessionWords() {
  const [days, start] = [value('days'), value('start')];
  const [position, size, deckTotal] = [value('position'), value('size'), value('deckTotal')];
  const studyCount = value('studyCount');
  const correctAttempts = value('correctAttempts');
  const incorrectAttempts = value('incorrectAttempts');
  return {
    due: t`Due cards`,
    fresh: t`New cards`,
    neverSeen: t`New card. You have not seen it yet.`,
    seenToday: t`Seen today`,
    seenYesterday: t`Seen yesterday`,
    seenBefore: t`Seen ${days} days ago`,
    recall: t`${start} About ${value('percent')} chance you still know it.`,
    position: t`${position} of ${value('total')} cards`,
    portion: t`${size} of ${deckTotal}`,
    inThisDeck: t`in this deck`,
    ofNewCards: t`new cards`,
    timeLeft: t`About ${value('minutes')} min left`,
    studied: t`Studied ${studyCount}`,
    correct: t`Correct ${correctAttempts}`,
    incorrect: t`Incorrect ${incorrectAttempts}`,
  };
}

export type SessionWords = ReturnType<typeof sessionWords>;
