import { z } from 'zod';
import { languages } from '../languages.ts';
import { anyPassword, newPassword } from '../rest/auth.ts';
import { idParams } from '../rest/fields.ts';
import { reminderToken } from '../rest/study-progress.ts';
import { defineRoute } from '../rest/route.ts';

const id = z.int().positive();

/** Public signing keys. */
export const jwks = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
export type Jwks = z.infer<typeof jwks>;

/** Time of the revocation, and time from which all affected tokens have expired. */
const times = { at: z.iso.datetime(), until: z.iso.datetime() };

/** The first call has no cursor; each response contains the next one. */
export const revocations = z.object({
  cursor: z.string(),
  items: z.array(
    z.union([
      z.object({ kind: z.literal('session'), sessionId: z.string(), ...times }),
      /** Tokens of this user with a smaller epoch are rejected. */
      z.object({ kind: z.literal('epoch'), userId: id, epoch: z.int().min(0), ...times }),
    ]),
  ),
});
export type Revocations = z.infer<typeof revocations>;

const cursor = z.string().regex(/^\d{1,15}$/, 'Must be a cursor.');

const served = z.strictObject({
  userId: id,
  /** Session of the verified token. */
  sessionId: z.string().min(1).max(100).optional(),
  at: z.iso.datetime(),
});
/** Sessions served since the last call, at most one call per minute and process. */
const presence = z.strictObject({ seen: z.array(served).max(10_000) });

/** Password that a caller sent to another service, with the claims of its token. */
const shownPassword = z.strictObject({
  userId: id,
  sessionId: z.string().min(1).max(100),
  epoch: z.int().min(0),
  password: anyPassword,
});

const time = z.iso.datetime();

/** What a reminder announces. */
const dueStudy = { cards: z.int().min(1), minutes: z.int().min(1) };

/** Emails that other services can send; auth owns the texts. */
export const serviceEmail = z.discriminatedUnion('template', [
  z.strictObject({
    template: z.literal('receipt'),
    data: z.strictObject({
      receiptNumber: z.string().min(1).max(40),
      amountCents: z.int().min(0),
      currency: z.string().length(3),
      paidAt: time,
      periodStart: time,
      periodEnd: time,
    }),
  }),
  z.strictObject({
    template: z.literal('erasure-receipt'),
    data: z.strictObject({
      deletionId: z.string().min(1).max(100),
      requestedAt: time,
      counts: z.array(z.strictObject({ kind: z.string().max(60), count: z.int().min(0) })).max(100),
    }),
  }),
  z.strictObject({
    template: z.literal('refund'),
    data: z.strictObject({
      receiptNumber: z.string().min(1).max(40),
      amountCents: z.int().min(0),
      currency: z.string().length(3),
      periodEnd: time,
    }),
  }),
  z.strictObject({
    template: z.literal('import-finished'),
    data: z.strictObject({ outcome: z.enum(['done', 'failed']), cardsAdded: z.int().min(0) }),
  }),
  z.strictObject({ template: z.literal('renewal-reminder'), data: z.strictObject({ periodEnd: time }) }),
  z.strictObject({
    template: z.literal('study-reminder'),
    data: z.strictObject({ ...dueStudy, stopToken: reminderToken }),
  }),
]);
export type ServiceEmail = z.infer<typeof serviceEmail>;

const shared = { owner: 'auth', exposure: 'internal', access: 'process' } as const;

export const authInternalRoutes = {
  readJwks: defineRoute({
    ...shared,
    operationId: 'readJwks',
    method: 'GET',
    path: '/internal/jwks',
    summary: 'The public signing keys, newest first.',
    response: jwks,
    status: 200,
  }),
  readRevocations: defineRoute({
    ...shared,
    operationId: 'readRevocations',
    method: 'GET',
    path: '/internal/revocations',
    summary: "Revocations after a cursor that are relevant at the caller's time.",
    query: z.strictObject({ after: cursor.optional(), at: z.iso.datetime().optional() }),
    response: revocations,
    status: 200,
  }),
  readLanguage: defineRoute({
    ...shared,
    operationId: 'readLanguage',
    method: 'GET',
    path: '/internal/users/{id}/language',
    summary: 'Language of an account; null before a choice and without such an account.',
    params: idParams,
    response: z.object({ language: z.enum(languages).nullable() }),
    status: 200,
  }),
  sendMail: defineRoute({
    ...shared,
    operationId: 'sendMail',
    method: 'POST',
    path: '/internal/mail',
    summary: 'Send an email to a user, once per key; a deleted user gets none.',
    body: z.strictObject({ userId: id, key: z.string().min(1).max(200), letter: serviceEmail }),
    status: 202,
    response: z.object({ status: z.enum(['queued', 'known', 'gone']) }),
  }),
  sendPush: defineRoute({
    ...shared,
    operationId: 'sendPush',
    method: 'POST',
    path: '/internal/pushes',
    summary: 'Notify the browsers of a user about due cards, at most once per key.',
    body: z.strictObject({ userId: id, key: z.string().min(1).max(200), ...dueStudy }),
    status: 202,
    response: z.object({ status: z.enum(['sent', 'known', 'gone', 'unreachable']) }),
  }),
  provePassword: defineRoute({
    ...shared,
    operationId: 'provePassword',
    method: 'POST',
    path: '/internal/users/password',
    summary: 'Checks the password of the bearer of a token; a wrong one counts as a failed sign-in.',
    body: shownPassword,
    status: 204,
    errors: ['PASSWORD_WRONG', 'UNAUTHENTICATED', 'RATE_LIMITED'],
  }),
  checkPassword: defineRoute({
    ...shared,
    operationId: 'checkPassword',
    method: 'POST',
    path: '/internal/passwords/check',
    summary: 'Rejects a password that a sign-up would reject as too common.',
    body: z.strictObject({ password: newPassword }),
    status: 204,
    errors: ['PASSWORD_TOO_COMMON'],
  }),
  closeAccount: defineRoute({
    ...shared,
    operationId: 'closeAccount',
    method: 'POST',
    path: '/internal/users/{id}/closing',
    summary:
      'Ends every session of an account before its deletion, and removes its password; a repeat changes nothing.',
    params: idParams,
    status: 204,
  }),
  notePresence: defineRoute({
    ...shared,
    operationId: 'notePresence',
    method: 'POST',
    path: '/internal/presence',
    summary: 'Records users who were served by another process.',
    body: presence,
    /** A report of 10,000 users needs a larger body. */
    bodyBytes: 1024 * 1024,
    status: 204,
  }),
};
