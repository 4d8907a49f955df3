import type { ImportedStudyBody } from '@kumbuka/contracts';
import type { ImportedStudy } from '../use-cases/card/import-study.ts';

/** Reads the body of an internal call. */
export const importedStudyOf = ({ deckId, cards }: ImportedStudyBody): ImportedStudy => ({
  deckId,
  cards: cards.map(({ createdAt, ...card }) => ({ ...card, createdAt: new Date(createdAt) })),
});
