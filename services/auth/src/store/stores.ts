import type { ClientSession, Connection } from 'mongoose';
import type { SealedBox } from '@kumbuka/service-kit';
import { createAccountKeyStore } from './account-key-store.ts';
import { createAccountStore } from './account-store.ts';
import { createCodeStore } from './code-store.ts';
import { createCodeRequestStore } from './code-request-store.ts';
import { createMailStore } from './mail-store.ts';
import { createPreferenceStore } from './preference-store.ts';
import { createRevocationStore } from './revocation-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSigningKeyStore } from './signing-key-store.ts';

/** Stores of auth; with a session, calls join its transaction. The box encrypts email content. */
export const createStores = (
  connection: Connection,
  mailBox: SealedBox,
  session: ClientSession | null = null,
) => {
  const accounts = createAccountStore(connection, session);
  return {
    accounts,
    accountKeys: createAccountKeyStore(connection, accounts, session),
    codes: createCodeStore(connection, session),
    codeRequests: createCodeRequestStore(connection, session),
    sessions: createSessionStore(connection, session),
    revocations: createRevocationStore(connection, session),
    mails: createMailStore(connection, mailBox, session),
    preferences: createPreferenceStore(connection, session),
    signingKeys: createSigningKeyStore(connection),
  };
};
