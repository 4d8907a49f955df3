import type { Revocations } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Access, StoredPush, Revocation, SeenSession, Session } from '../../domain/access/session.ts';
import type { KeyTimes, SigningKey } from '../../domain/access/signing-key.ts';
import type { Account } from '../../domain/account/account.ts';

export type SessionPush = StoredPush & { sessionId: string };

export interface SessionStore {
  find(userId: number, id: string): Promise<Session | null>;
  /** Open sessions, latest sign-in first. */
  findOpen(userId: number, now: Date, limit: number): Promise<Session[]>;
  insert(session: Session): Promise<void>;
  /**
   * Stores the time of the next token; false when the session ended, or when a token that was issued later than `issuedAt`, in
   * seconds, was renewed before.
   */
  renew(session: Session, issuedAt: number | null): Promise<boolean>;
  /** Ignores ended sessions. */
  noteSeen(seen: readonly SeenSession[]): Promise<void>;
  /** Browsers of open sessions that subscribed with a key, the latest first. */
  findPushes(userId: number, publicKey: string, now: Date): Promise<SessionPush[]>;
  /** Gives a session the address of its browser, and takes it from other sessions. */
  savePush(userId: number, id: string, push: StoredPush): Promise<void>;
  removePushes(userId: number, sessionIds: readonly string[]): Promise<void>;
  remove(userId: number, id: string): Promise<boolean>;
  removeAll(userId: number, exceptId?: string | null): Promise<void>;
}

export interface RevocationStore {
  add(revocations: readonly Revocation[]): Promise<void>;
  /** Revocations after a cursor that matter at the caller's time. */
  read(after: string | null, at: Date): Promise<Revocations>;
  /** Records the latest token expiry before a token is granted. */
  noteGrants(until: Date): Promise<void>;
  /** Number of the latest revocation. */
  last(): Promise<number>;
  /** Removes revocations up to a number. */
  forget(number: number): Promise<void>;
}

export interface SigningKeyStore {
  /** Newest first. */
  readAll(): Promise<SigningKey[]>;
  /** Does nothing when another process created this generation. */
  insert(key: SigningKey): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Signing keys in the store, and new ones. */
export interface SigningKeys extends SigningKeyStore {
  make(times: KeyTimes): Promise<SigningKey>;
}

export interface AccessTokens {
  grant(account: Account, session: Session): Promise<Access>;
  /** Principal of a token that may have expired. Throws `Unauthenticated`. */
  readExpired(token: string): Promise<Principal>;
  /** After a committed revocation: this process applies it immediately, others within 2 s. */
  learnRevocations(): Promise<void>;
}
