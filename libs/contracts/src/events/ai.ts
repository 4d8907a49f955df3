import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const source = 'ai';
const generationFields = { userId: id, generationId: id };

export const generationProviders = ['openai', 'embedded'] as const;
export const generationFailures = ['GENERATION_FAILED', 'GENERATION_TIMEOUT', 'GENERATION_EMPTY'] as const;

/** Published until budgets got a fallback; still in the topic's history. */
const legacyFailure = 'GENERATION_BUDGET_SPENT';

export const generationCompleted = defineEvent(
  source,
  'generation-completed',
  'generation',
  'Cards were generated from a study text. The prompt counts, except after a spent model budget.',
  z.object({
    ...generationFields,
    cards: z.int().min(1),
    provider: z.enum(generationProviders),
    completedAt: time,
  }),
);
export const generationFailed = defineEvent(
  source,
  'generation-failed',
  'generation',
  'A generation ended without cards; the prompt does not count.',
  z.object({ ...generationFields, reason: z.enum([...generationFailures, legacyFailure]), failedAt: time }),
);
export const quotaUsed = defineEvent(
  source,
  'quota-used',
  'quota',
  "A learner's number of prompts in a month changed; a failed generation lowers it again.",
  z.object({
    userId: id,
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .meta({ examples: ['2026-01'] }),
    used: z.int().min(0),
    limit: z.int().min(0),
    usedAt: time,
  }),
);

export const aiEvents = [generationCompleted, generationFailed, quotaUsed] as const;
