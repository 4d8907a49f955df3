import type { Principal } from '@kumbuka/identity';
import { languageOf } from '../domain/account/preferences.ts';
import { checkPush, maxPushes } from '../domain/access/push.ts';
import type { PushSubscription } from '../domain/access/session.ts';
import type { DueStudy, Ports } from './ports.ts';

type Caller = Pick<Principal, 'userId' | 'sessionId'>;

/** Allows notifications to the browser of a session, for as long as the session lasts and the public key stays the same. */
export const allowPush =
  ({ transact, pushes: { publicKey }, now }: Pick<Ports, 'transact' | 'pushes' | 'now'>) =>
  async (push: PushSubscription, { userId, sessionId }: Caller): Promise<void> => {
    checkPush(push);
    if (publicKey === null) return;
    await transact(async ({ accounts, sessions }) => {
      const at = now();
      if (!(await accounts.lock(userId))) return;
      await sessions.savePush(userId, sessionId, { ...push, publicKey, at });
      const surplus = (await sessions.findPushes(userId, publicKey, at)).slice(maxPushes);
      await sessions.removePushes(
        userId,
        surplus.map((each) => each.sessionId),
      );
    });
  };

export const readPush =
  ({ sessions, pushes, now }: Pick<Ports, 'sessions' | 'pushes' | 'now'>) =>
  async ({ userId, sessionId }: Caller): Promise<{ publicKey: string | null; isOn: boolean }> => {
    const { publicKey } = pushes;
    const notified = publicKey === null ? [] : await sessions.findPushes(userId, publicKey, now());
    return { publicKey, isOn: notified.some((push) => push.sessionId === sessionId) };
  };

interface PushRequest extends DueStudy {
  userId: number;
  /** Idempotency key. */
  key: string;
}

/**
 * Notifies the browsers of a user, at most once per key: the key is used before anything is sent. Forgets browsers that their
 * push service no longer knows.
 */
export const sendPush =
  ({ transact, sessions, pushes, now }: Pick<Ports, 'transact' | 'sessions' | 'pushes' | 'now'>) =>
  async ({ userId, key, ...due }: PushRequest): Promise<'sent' | 'known' | 'gone' | 'unreachable'> => {
    const found = await transact(async (unit) => {
      const account = await unit.accounts.lock(userId);
      if (!account) return 'gone';
      if (!(await unit.mails.useKey(key, now()))) return 'known';
      const { publicKey } = pushes;
      const to = publicKey === null ? [] : await unit.sessions.findPushes(userId, publicKey, now());
      return { language: languageOf(account), to };
    });
    if (typeof found === 'string') return found;
    const { language, to } = found;
    const outcomes = await Promise.all(to.map((push) => pushes.send(push, due, language)));
    const gone = to.filter((_push, at) => outcomes[at] === 'gone').map(({ sessionId }) => sessionId);
    if (gone.length > 0) await sessions.removePushes(userId, gone);
    return outcomes.includes('sent') ? 'sent' : 'unreachable';
  };
