import { cleanText, isBlank } from '@kumbuka/text';
import { z } from 'zod';
import { generation as rules, limits } from '../constants.ts';
import { generationProviders } from '../events/ai.ts';
import { id, text } from './fields.ts';
import { defineRoute } from './route.ts';

const codePoints = (value: string) => [...value].length;

/** Text that cards are generated from; people paste it, so it is cleaned before its characters are counted. */
export const studyText = text(rules.maxTextLength, isBlank, z.string().overwrite(cleanText))
  .refine(
    (value) => codePoints(value.trim()) >= rules.minTextLength,
    `Must be at least ${rules.minTextLength} characters.`,
  )
  .meta({ minLength: rules.minTextLength });
export const cardCount = z.literal([...rules.counts]);
export const generatedSides = { question: text(rules.cardSide), answer: text(rules.cardSide) };

const cardSides = z.strictObject(generatedSides);
/** Cards to insert, possibly edited. */
export const chosenCards = <Card extends z.ZodType>(card: Card) => z.array(card).min(1).max(rules.maxCards);

const generateBody = z
  .strictObject({
    text: studyText.optional(),
    count: cardCount.optional(),
    deck_id: id.optional(),
    generation_id: id.optional(),
    cards: chosenCards(cardSides).optional(),
  })
  .superRefine(({ text: sentText, count, deck_id, generation_id, cards }, context) => {
    const reject = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const needed = generation_id === undefined ? { text: sentText, count } : { deck_id };
    const foreign = generation_id === undefined ? { cards } : { text: sentText, count };
    for (const [name, value] of Object.entries(needed)) if (value === undefined) reject(name, 'Is required.');
    for (const [name, value] of Object.entries(foreign))
      if (value !== undefined)
        reject(name, `Does not go with ${name === 'cards' ? 'a text' : 'generation_id'}.`);
  });

const generatedCard = z.object({
  question: z.string(),
  answer: z.string(),
  source: z.string().optional().meta({ description: 'The source sentence of the text.' }),
  duplicate_of: z
    .string()
    .optional()
    .meta({ description: 'A question of the given deck that this card nearly repeats.' }),
});
const generated = z.object({
  generation_id: id,
  provider: z.enum(generationProviders).meta({ description: 'Generator of the cards.' }),
  prompt_counted: z.boolean().meta({
    description: 'False when the embedded generator replaced the model because its token budget was spent.',
  }),
  cards: z.array(generatedCard),
  repeats: z
    .array(z.string())
    .meta({ description: 'Questions that were left out because a card already asks them; at most 100.' }),
  shortfall: z.enum(['time', 'text']).nullable().meta({
    description:
      'Why there are fewer cards than requested: the time was up, or the text has no more. Null otherwise.',
  }),
  inserted_count: z.int().meta({ description: 'Number of cards of this generation in the deck.' }),
});
export type GeneratedBody = z.infer<typeof generated>;

export const aiRoutes = {
  generateCards: defineRoute({
    operationId: 'generateCards',
    method: 'POST',
    path: '/ai/generate',
    owner: 'ai',
    exposure: 'public',
    access: 'learner',
    summary:
      'Generate cards from a text, as a preview or, with deck_id, inserted; with generation_id insert previewed cards.',
    body: generateBody,
    bodyBytes: limits.generationBodyBytes,
    timeoutMs: rules.waitSeconds * 1_000,
    response: generated,
    status: 200,
    idempotent: true,
    write: true,
    errors: [
      'PAYWALL',
      'DECK_NOT_FOUND',
      'GENERATION_NOT_FOUND',
      'GENERATION_RUNNING',
      'GENERATION_NOT_READY',
      'TOO_MANY_CARDS',
      'TOO_MUCH_TEXT',
      'GENERATION_EMPTY',
      'GENERATION_FAILED',
      'GENERATION_TIMEOUT',
    ],
  }),
};
