import type { ClientSession, Connection } from 'mongoose';
import type { SealedBox } from '@kumbuka/service-kit';
import { createAccountStore } from './account-store.ts';
import { createCodeStore } from './code-store.ts';
import { createCodeRequestStore } from './code-request-store.ts';
import { createMailStore } from './mail-store.ts';
import { createRevocationStore } from './revocation-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSigningKeyStore } from './signing-key-store.ts';

/** Stores of auth; with a session, calls join its transaction. The box encrypts email content. */
export const createStores = (
  connection: Connection,
  mailBox: SealedBox,
  session: ClientSession | null = null,
) => ({
  accounts: createAccountStore(connection, session),
  codes: createCodeStore(connection, session),
  codeRequests: createCodeRequestStore(connection, session),
  sessions: createSessionStore(connection, session),
  revocations: createRevocationStore(connection, session),
  mails: createMailStore(connection, mailBox, session),
  signingKeys: createSigningKeyStore(connection),
});
