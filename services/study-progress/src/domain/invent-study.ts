import type { SubmittedAnswer } from './answer/submitted-answer.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Deterministic pseudo-random number from 0 to 1. */
function chance(...numbers: readonly number[]): number {
  let hash = 2_166_136_261;
  for (const number of numbers) hash = Math.imul(hash ^ (number & 0xffff_ffff), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

export interface InventedCard {
  deckId: number;
  cardId: number;
}

const days = [25, 22, 20, 17, 15, 12, 10, 8, 6, 4, 3, 2, 1];
const cardsADay = 6;

/** Probability of a correct answer: some learners know most cards, some struggle. */
const skillOf = (userId: number) => 0.55 + chance(userId, 1) * 0.4;

/**
 * Generates a plausible answer history of the last weeks: some days, some cards, improving with repetition.
 * It is deterministic per user and cards, and its answers carry ids, so a repeat adds nothing.
 */
export function inventStudy(userId: number, cards: readonly InventedCard[], now: Date): SubmittedAnswer[] {
  const skill = skillOf(userId);
  const studied = days.filter((day) => chance(userId, day, 2) < 0.3 + skill / 2);
  return studied.flatMap((day, session) => {
    const hour = 2 + Math.floor(chance(userId, day, 3) * 12);
    const begin = now.getTime() - day * dayMs - hour * hourMs;
    const first = Math.floor(chance(userId, day, 4) * cards.length);
    return Array.from({ length: Math.min(cardsADay, cards.length) }, (_, index) => {
      const card = cards[(first + index) % cards.length] ?? cards[0];
      if (!card) return [];
      const knows = Math.min(0.97, skill + session * 0.03);
      return [
        {
          ...card,
          wasCorrect: chance(userId, card.cardId, day) < knows,
          minutes: 0.1 + chance(userId, card.cardId, day, 5) * 0.4,
          sessionId: `invented-${userId}-${day}`,
          sessionDeckId: null,
          clientEventId: `invented-${userId}-${day}-${card.cardId}`,
          answeredAt: new Date(begin + index * 20_000),
        },
      ];
    }).flat();
  });
}
