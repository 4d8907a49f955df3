import { z } from 'zod';
import { idParams } from '../rest/fields.ts';
import { defineRoute } from '../rest/route.ts';

/** Data of the latest deck-progress-changed event of a deck. */
const deckProgress = z.object({
  deckId: z.int().positive(),
  mastery: z.int().min(0).max(100).nullable(),
  lastStudied: z.iso.datetime().nullable(),
  nextDueOn: z.iso.date().nullable().optional(),
  version: z.int().min(0),
});

const deckProgresses = z.object({ decks: z.array(deckProgress) });
export type DeckProgressOfLearner = z.infer<typeof deckProgresses>;

export const studyProgressInternalRoutes = {
  readDeckProgress: defineRoute({
    owner: 'study-progress',
    exposure: 'internal',
    access: 'process',
    operationId: 'readDeckProgress',
    method: 'GET',
    path: '/internal/learners/{id}/deck-progress',
    summary: 'Progress in all decks of a learner.',
    params: idParams,
    response: deckProgresses,
    status: 200,
  }),
};
