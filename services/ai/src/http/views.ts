import type { GeneratedBody } from '@kumbuka/contracts';
import { shortfallOf, type GeneratedCard } from '../domain/generation.ts';
import type { Inserted } from '../use-cases/insert-generated-cards.ts';

const cardView = ({ question, answer, source, duplicateOf }: GeneratedCard) => ({
  question,
  answer,
  ...(source === null ? {} : { source }),
  ...(duplicateOf === null ? {} : { duplicate_of: duplicateOf }),
});

export const generatedView = ({ generation, inserted }: Inserted): GeneratedBody => ({
  generation_id: generation.id,
  provider: generation.provider,
  prompt_counted: !generation.isFallback,
  cards: generation.cards.map(cardView),
  repeats: [...generation.repeats],
  shortfall: shortfallOf(generation),
  inserted_count: inserted,
});
