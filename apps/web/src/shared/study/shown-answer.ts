/** State of a navigation to a session whose first answer was asked for on another page. */
export const shownAnswer = (cardId: string) => ({ shownAnswer: cardId });

/** Id of the card whose answer a session shows at once; null without one. */
export function shownAnswerIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('shownAnswer' in state)) return null;
  return typeof state.shownAnswer === 'string' ? state.shownAnswer : null;
}
