import { isEmail } from '@kumbuka/text';
import { z } from 'zod';
import { limits, operators } from '../constants.ts';
import { emailDomain, newPassword } from './auth.ts';
import { id, searchedText, time } from './fields.ts';
import { defineRoute } from './route.ts';

const count = z.int().min(0);

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Must be a whole number.')
  .transform(Number);
const between = (min: number, max: number) => wholeNumber.pipe(z.int().min(min).max(max));
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Clamps requested minutes to the supported range. */
export const onlineMinutes = (requested: number): number =>
  Math.min(Math.max(requested, 1), operators.maxOnlineMinutes);

const userColumns = ['created_at', 'username', 'email', 'last_seen', 'demo_expires_at'] as const;
export const userSorts = userColumns.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const);
export type UserSort = (typeof userSorts)[number];

const statsQuery = z.object({
  within: z
    .string()
    .regex(/^-?\d{1,15}$/, 'Must be a whole number.')
    .transform(Number)
    .default(operators.onlineMinutesDefault)
    .transform(onlineMinutes)
    .pipe(z.int())
    .meta({ description: 'Minutes, clamped to 1 to 120.' }),
});
const listQuery = z.object({
  limit: between(1, operators.listed).default(operators.listedDefault),
  offset: wholeNumber.pipe(z.int().min(0)).default(0),
  sort: z.enum(userSorts).default('created_at_desc'),
  q: searchedText(limits.searchText)
    .optional()
    .meta({ description: 'Part of the email address or of the username, ignoring case and accents.' }),
  active_within: between(1, operators.maxActiveMinutes)
    .optional()
    .meta({ description: 'Active within this number of minutes.' }),
  is_demo: flag.optional(),
  email_verified: flag.optional(),
});

export const adminStats = z.object({
  total_users: count,
  verified_users: count,
  demo_users: count,
  online_now: count,
  within_minutes: z.int(),
  new_last_24h: count,
});
export const adminUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  is_demo: z.boolean(),
  email_verified: z.boolean(),
  last_seen: time.nullable(),
  created_at: time,
  demo_expires_at: time.nullable(),
  decks: count,
  cards: count,
  answers: count,
  plan: z.enum(['free', 'active']),
});
export type AdminUserBody = z.infer<typeof adminUser>;

export const deletionStrategies = ['fast', 'slow', 'turbo'] as const;
export const commitUnits = ['user', 'row'] as const;
const deleteQuery = z.strictObject({
  strategy: z.enum(deletionStrategies).default('fast'),
  commit_per: z.enum(commitUnits).default('row').meta({ description: 'Commit unit of a slow deletion.' }),
  sleep_ms: between(0, operators.maxSleepMs)
    .default(operators.sleepMsDefault)
    .meta({ description: 'Milliseconds between two steps of a slow deletion.' }),
  echo_sql: flag.default(false).meta({ description: 'Kept for older clients; there is no SQL to show.' }),
});
const listedEmail = z.string().min(1).max(limits.email);
const deleteBody = z.strictObject({
  emails: z.array(listedEmail).min(1).max(operators.deletedAtOnce),
  dry_run: z.boolean().default(false),
});
const emails = z.array(z.string());
const deleteResult = z.object({
  performance: z.string().meta({ description: 'Summary of duration and strategy.' }),
  timing_seconds: z.number().min(0),
  related_records_deleted: z.object({ progress: count, flashcards: count, decks: count }),
  deleted: count,
  not_found: emails,
  deletable: emails,
  count_would_delete: count,
  skipped_domain: emails,
  failed: emails,
});

/** First characters of a formula. A spreadsheet runs such a password, or adds an apostrophe. */
const formulaStart = String.raw`=+\-@\t\r`;
const fixedPassword = newPassword
  .refine(
    (password) => !new RegExp(`^[${formulaStart}]`).test(password),
    'Must not begin with =, +, -, @ or a tab.',
  )
  .meta({ pattern: `^[^${formulaStart}]` });

/** Fields of a batch of demo users, in REST names. */
export const demoBatchFields = {
  count: z.int().min(1).max(operators.maxDemoUsers),
  prefix: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,29}$/,
      'Must be 1 to 30 lowercase letters, digits, dots, dashes or underscores.',
    )
    .refine((prefix) => isEmail(`${prefix}1@example.org`), 'Must be usable in an email address.'),
  email_domain: emailDomain,
  expires_in_days: z.int().min(1).max(operators.maxDemoDays).nullish(),
  password: fixedPassword.nullish(),
  starter_decks: z.int().min(0).max(limits.maxStarterDecks).nullish(),
  study_history: z.boolean().nullish(),
};
const batchBody = z.strictObject(demoBatchFields);
const demoBatchResult = z.object({
  count,
  users: z.array(z.object({ username: z.string(), email: z.string(), password: z.string() })),
});

const shared = { owner: 'admin', exposure: 'public', access: 'operator' } as const;
const tenMinutes = 600_000;

export const adminRoutes = {
  readStats: defineRoute({
    ...shared,
    operationId: 'readAdminStats',
    method: 'GET',
    path: '/admin/users/stats',
    summary: 'Number of users by kind, and of users online.',
    query: statsQuery,
    response: adminStats,
    status: 200,
  }),
  listUsers: defineRoute({
    ...shared,
    operationId: 'listUsers',
    method: 'GET',
    path: '/admin/users/list',
    summary: 'Users, filtered, searched and sorted.',
    query: listQuery,
    response: z.object({ total: count, items: z.array(adminUser) }),
    status: 200,
  }),
  deleteUsers: defineRoute({
    ...shared,
    operationId: 'deleteUsers',
    method: 'POST',
    path: '/admin/users/delete',
    summary: 'Delete accounts with all their data, or count what would be deleted.',
    query: deleteQuery,
    body: deleteBody,
    bodyBytes: operators.deletionBytes,
    timeoutMs: tenMinutes,
    response: deleteResult,
    status: 200,
    idempotent: 'by-owner',
  }),
  createDemoUsers: defineRoute({
    ...shared,
    operationId: 'createDemoUsers',
    method: 'POST',
    path: '/admin/demo/batch_create',
    summary: 'Create demo users; their passwords are returned once.',
    /** Strict, because a misspelt field must not create other users than intended. */
    query: z.strictObject({}),
    body: batchBody,
    timeoutMs: tenMinutes,
    response: demoBatchResult,
    status: 201,
    idempotent: 'by-owner',
  }),
};
