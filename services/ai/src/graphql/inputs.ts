import { cardCount, chosenCards, generatedSides, idText, studyText } from '@kumbuka/contracts';
import { inputOf, orNull, pageFields } from '@kumbuka/service-kit';
import { z } from 'zod';

export const oneId = z.object({ id: idText });
export const generateArguments = inputOf({ text: studyText, count: cardCount, deckId: orNull(idText) });
export const insertArguments = inputOf({
  generationId: idText,
  deckId: idText,
  cards: chosenCards(z.object(generatedSides)),
});

export const costArguments = z.object({
  days: z
    .int()
    .min(1)
    .max(90)
    .nullish()
    .transform((days) => days ?? 30),
});

export const pageArguments = z.object(pageFields());
export const userArguments = z.object({ userId: idText, ...pageFields() });
