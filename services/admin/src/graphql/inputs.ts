import {
  anyPassword,
  demoBatchFields,
  idText,
  limits,
  operators,
  searchedText,
  serviceNames,
  userSorts,
  type UserSort,
} from '@kumbuka/contracts';
import { inputOf, optional, orNull, pageFields, wholeOr } from '@kumbuka/service-kit';
import { z } from 'zod';
import { actorWords, type Actor, type AuditFilter } from '../domain/audit/audit.ts';
import type { UserFilter } from '../domain/directory/listing.ts';

export const statsArguments = z.object({
  within: z
    .int()
    .nullish()
    .transform((value) => value ?? operators.onlineMinutesDefault),
});
export const daysArguments = z.object({ days: wholeOr(operators.historyDays, 1, operators.maxHistoryDays) });

const sortNames = Object.fromEntries(userSorts.map((sort) => [sort.toUpperCase(), sort]));
const steps = { VERIFIED: 'verified', STUDIED: 'studied', RETURNED: 'returned' } as const;
const userFilter = z.object({
  search: optional(searchedText(limits.searchText)),
  activeWithin: optional(z.int().min(1).max(operators.maxActiveMinutes)),
  isDemo: optional(z.boolean()),
  emailVerified: optional(z.boolean()),
  signedUpWithin: optional(z.int().min(1).max(operators.maxHistoryDays)),
  step: optional(z.enum(['VERIFIED', 'STUDIED', 'RETURNED']).transform((name) => steps[name])),
});
type FilterInput = Partial<z.output<typeof userFilter>>;
const userFilterOf = ({ emailVerified, ...filter }: FilterInput): UserFilter => ({
  ...filter,
  isVerified: emailVerified,
});
export const usersArguments = z.object({
  filter: userFilter.nullish().transform((filter) => userFilterOf(filter ?? {})),
  sort: z
    .string()
    .nullish()
    .transform((name): UserSort => sortNames[name ?? ''] ?? 'created_at_desc'),
  limit: wholeOr(operators.listedDefault, 1, operators.listed),
  offset: wholeOr(0, 0, operators.maxOffset),
});

export const userArguments = z.object({ id: idText });

const perPageDefault = 20;

const results = { STARTED: 'started', OK: 'ok', FORBIDDEN: 'forbidden', FAILED: 'failed' } as const;
const actor = z
  .union([
    z.enum(actorWords),
    z
      .string()
      .regex(/^[1-9]\d{0,15}$/, 'Must be an id or key.')
      .transform(Number),
  ])
  .transform((by): Actor => by);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const auditFilter = z
  .object({
    action: optional(z.string().max(limits.searchText)),
    operator: optional(actor),
    userId: optional(idText),
    hideReads: optional(z.boolean()),
    result: optional(z.enum(['STARTED', 'OK', 'FORBIDDEN', 'FAILED']).transform((name) => results[name])),
    from: optional(instant),
    to: optional(instant),
  })
  .transform(({ operator, ...filter }) => ({ ...filter, by: operator }));
export const auditArguments = z.object({
  ...pageFields(perPageDefault),
  filter: auditFilter.nullish().transform((input): AuditFilter => input ?? {}),
});

const service = z.enum(serviceNames);
export const deadLettersArguments = z.object({
  ...pageFields(perPageDefault),
  service,
  discarded: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
const deadLetterId = z.string().regex(/^\d{1,9}-\d{1,19}$/, 'Must be the id of a dead letter.');
export const deadLetterArguments = inputOf({ service, id: deadLetterId });
export const replayDeadLettersArguments = inputOf({ service });
export const unparkArguments = z.object({
  input: z.object({ service, aggregate: z.string().regex(/^[^:]{1,40}:.{1,80}$/, 'Must be kind:id.') }),
});
export const noArguments = z.object({});

const strategies = { FAST: 'fast', SLOW: 'slow', TURBO: 'turbo' } as const;
const commitUnits = { USER: 'user', ROW: 'row' } as const;
const many = <Item extends z.ZodType>(item: Item) =>
  optional(z.array(item).min(1).max(operators.deletedAtOnce));
const deletionInput = z
  .object({
    emails: many(z.string().min(1).max(limits.email)),
    userIds: many(idText),
    dryRun: z.boolean().nullish(),
    strategy: z.enum(['FAST', 'SLOW', 'TURBO']).nullish(),
    commitPer: z.enum(['USER', 'ROW']).nullish(),
    sleepMs: wholeOr(operators.sleepMsDefault, 0, operators.maxSleepMs),
  })
  .refine(({ emails, userIds }) => (emails === undefined) !== (userIds === undefined), {
    path: ['emails'],
    message: 'Provide email addresses or ids.',
  })
  .transform(({ dryRun, strategy, commitPer, ...input }) => ({
    ...input,
    dryRun: dryRun ?? false,
    strategy: strategies[strategy ?? 'FAST'],
    commitPer: commitUnits[commitPer ?? 'ROW'],
  }));
export const deleteUsersArguments = z.object({ input: deletionInput });
export const runArguments = z.object({ id: z.string().min(1).max(100) });

export const createDemoUsersArguments = z.object({
  input: z.object({
    count: demoBatchFields.count,
    prefix: demoBatchFields.prefix,
    emailDomain: demoBatchFields.email_domain,
    expiresInDays: orNull(demoBatchFields.expires_in_days),
    password: orNull(demoBatchFields.password),
    starterDecks: wholeOr(0, 0, limits.maxStarterDecks),
    studyHistory: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
  }),
});

export const eraseMyAccountArguments = z.object({ input: z.object({ password: anyPassword }) });
