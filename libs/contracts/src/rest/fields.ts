import { countCodePoints, isBlank, isWellFormed } from '@kumbuka/text';
import { z } from 'zod';
import { limits } from '../constants.ts';
import { canonicalLanguage } from '../languages.ts';

export const id = z.int().positive().meta({ description: 'Positive integer id.' });
export const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
/** Id that a client gives to what it creates. The server keeps it as long as the row, so a repeat creates nothing. */
export const clientId = z
  .uuid()
  .transform((value) => value.toLowerCase())
  .meta({ description: 'UUID that the client chooses; a repeat returns what the first request created.' });
const digits = z.string().regex(/^[1-9]\d{0,15}$/, 'Must be a positive integer.');
/** Id in a path or query string, as text. */
export const idText = digits.transform(Number).pipe(id);
export const idParams = z.strictObject({ id: idText });

/** Whether a text has a NUL or a lone surrogate, which are not stored. */
export const hasForbidden = (text: string) => text.includes('\0') || !isWellFormed(text);
/** A Braille blank is a card, for learners of Braille. */
const isBlankSide = (text: string) => isBlank(text) && !text.includes('\u2800');

/** Text as typed: 1 to `max` Unicode code points, not blank, no NUL, no lone surrogate. */
export const text = (max: number, isEmpty = isBlank, typed = z.string()) =>
  typed
    .refine((value) => hasForbidden(value) || !isEmpty(value), 'Must not be blank.')
    .refine((value) => countCodePoints(value) <= max, `Must be at most ${max} characters.`)
    .refine((value) => !hasForbidden(value), 'Contains characters that are not allowed.')
    // JSON Schema counts code points too.
    .meta({ minLength: 1, maxLength: max, pattern: String.raw`\S` });

/** As `text`, for a side of a card. */
export const sideText = (max: number) => text(max, isBlankSide);

/** Tag of a language, in its canonical form: `fr`, `zh-Hant`. */
export const languageTag = z
  .string()
  .max(35)
  .transform((tag, context) => {
    const canonical = canonicalLanguage(tag);
    if (canonical !== null) return canonical;
    context.addIssue({ code: 'custom', message: 'Must be a language tag, such as sw or en-GB.' });
    return z.NEVER;
  })
  .meta({ description: 'BCP 47.' });

/** Search text of at most `max` Unicode code points; an empty one searches nothing. */
export const searchedText = (max: number) =>
  z
    .string()
    .refine((value) => countCodePoints(value) <= max, `Must be at most ${max} characters.`)
    .refine((value) => !hasForbidden(value), 'Contains characters that are not allowed.')
    .meta({ maxLength: max });

/** Query parameters that are ignored when they are empty. */
export const emptyFilters: ReadonlySet<string> = new Set([
  'q',
  'subject',
  'category',
  'difficulty',
  'sort',
  'active_within',
  'is_demo',
  'email_verified',
]);

/** Fields that a response has and a PUT of the same resource ignores. */
export const readOnly = <const Name extends string>(names: readonly Name[]) => {
  const ignored = z.unknown().optional().meta({ description: 'Ignored.', readOnly: true });
  return Object.fromEntries(names.map((name) => [name, ignored])) as Record<Name, typeof ignored>;
};

const count = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .default(fallback);

export const paging = {
  page: count(1, Number.MAX_SAFE_INTEGER, 1),
  per_page: count(1, limits.perPage, limits.perPageDefault),
};

export const pagination = z.object({
  page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_items: z.int(),
  has_next: z.boolean(),
  has_prev: z.boolean(),
});
export type Pagination = z.infer<typeof pagination>;
export const pageOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), pagination });

/** Page numbers: 0 pages for an empty list; a page beyond the end is empty. */
export function paginate(page: number, perPage: number, total: number): Pagination {
  const pages = Math.ceil(total / perPage);
  return {
    page,
    per_page: perPage,
    total_pages: pages,
    total_items: total,
    has_next: page < pages,
    has_prev: page > 1,
  };
}

export const problem = z.object({
  error: z.string().meta({ description: 'Reason, as a sentence for the user.' }),
  code: z.string().meta({ description: 'UPPER_SNAKE, stable.' }),
  requestId: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  usage: z
    .object({ used: z.int(), limit: z.int(), remaining: z.int(), month: z.string() })
    .optional()
    .meta({ description: 'Prompts used and allowed; only with PAYWALL.' }),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The deck or card as it is now; with VERSION_CONFLICT.' }),
});
export type Problem = z.infer<typeof problem>;
