import {
  demoBatchFields,
  idText,
  limits,
  operators,
  searchedText,
  serviceNames,
  userSorts,
  type UserSort,
} from '@kumbuka/contracts';
import { z } from 'zod';
import type { Actor, AuditFilter } from '../domain/audit/audit.ts';
import type { UserFilter } from '../domain/directory/listing.ts';

/** GraphQL's null means the same as left out. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
const whole = (least: number, most: number, fallback: number) =>
  z
    .int()
    .min(least)
    .max(most)
    .nullish()
    .transform((value) => value ?? fallback);

export const statsArguments = z.object({
  within: z
    .int()
    .nullish()
    .transform((value) => value ?? operators.onlineMinutesDefault),
});
export const daysArguments = z.object({ days: whole(1, operators.historyDaysMost, operators.historyDays) });

const sortNames = Object.fromEntries(userSorts.map((sort) => [sort.toUpperCase(), sort]));
const userFilter = z.object({
  search: optional(searchedText(limits.searchText)),
  activeWithin: optional(z.int().min(1).max(operators.activeMinutesMost)),
  isDemo: optional(z.boolean()),
  emailVerified: optional(z.boolean()),
});
type GivenFilter = Partial<z.output<typeof userFilter>>;
const userFilterOf = ({ emailVerified, ...filter }: GivenFilter): UserFilter => ({
  ...filter,
  isVerified: emailVerified,
});
export const usersArguments = z.object({
  filter: userFilter.nullish().transform((given) => userFilterOf(given ?? {})),
  sort: z
    .string()
    .nullish()
    .transform((name): UserSort => sortNames[name ?? ''] ?? 'created_at_desc'),
  limit: whole(1, operators.listed, operators.listedDefault),
  offset: whole(0, operators.offsetMost, 0),
});

const auditPage = 20;
const pageArguments = {
  page: whole(1, Number.MAX_SAFE_INTEGER, 1),
  perPage: whole(1, limits.perPage, auditPage),
};

const results = { OK: 'ok', FORBIDDEN: 'forbidden', FAILED: 'failed' } as const;
const actor = z
  .union([
    z.enum(['key', 'nobody', 'system']),
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
    result: optional(z.enum(['OK', 'FORBIDDEN', 'FAILED']).transform((name) => results[name])),
    from: optional(instant),
    to: optional(instant),
  })
  .transform(({ operator, ...filter }) => ({ ...filter, by: operator }));
export const auditArguments = z.object({
  ...pageArguments,
  filter: auditFilter.nullish().transform((given): AuditFilter => given ?? {}),
});

const service = z.enum(serviceNames);
export const deadLettersArguments = z.object({
  ...pageArguments,
  service,
  discarded: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
const letterId = z.string().regex(/^\d{1,9}-\d{1,19}$/, 'Must be the id of a dead letter.');
export const deadLetterArguments = z.object({ input: z.object({ service, id: letterId }) });
export const replayDeadLettersArguments = z.object({ input: z.object({ service }) });
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
    sleepMs: whole(0, operators.sleepMsMost, operators.sleepMsDefault),
  })
  .refine(({ emails, userIds }) => (emails === undefined) !== (userIds === undefined), {
    path: ['emails'],
    message: 'Give e-mails or ids.',
  })
  .transform(({ dryRun, strategy, commitPer, ...given }) => ({
    ...given,
    dryRun: dryRun ?? false,
    strategy: strategies[strategy ?? 'FAST'],
    commitPer: commitUnits[commitPer ?? 'ROW'],
  }));
export const deleteUsersArguments = z.object({ input: deletionInput });
export const runArguments = z.object({ id: z.string().min(1).max(100) });

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);
export const createDemoUsersArguments = z.object({
  input: z.object({
    count: demoBatchFields.count,
    prefix: demoBatchFields.prefix,
    emailDomain: demoBatchFields.email_domain,
    expiresInDays: orNull(demoBatchFields.expires_in_days),
    password: orNull(demoBatchFields.password),
    starterDecks: whole(0, limits.starterDecksMost, 0),
    studyHistory: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
  }),
});
