import { emailKey } from '@kumbuka/text';
import { accountKeysOf, areConflicting } from '../../domain/account/account-keys.ts';
import { registerDemoAccount, type Account, type Changed } from '../../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

export interface DemoAccountInput {
  username: string;
  email: string;
  password: string;
}

export interface DemoBatchInput {
  batchId: string;
  expiresAt: Date | null;
  users: readonly DemoAccountInput[];
}

export interface MadeAccount {
  username: string;
  /** `null` when the name or address is taken. */
  userId: number | null;
}

type DemoPorts = Pick<Ports, 'accounts' | 'passwords' | 'transact' | 'ids' | 'now'>;

/** Creates verified demo accounts; idempotent. */
export const createDemoAccounts =
  (ports: DemoPorts) =>
  async ({ users, ...batch }: DemoBatchInput): Promise<MadeAccount[]> => {
    const conflicting = await ports.accounts.findConflicting(users.map(accountKeysOf));
    const isFree = (user: DemoAccountInput) =>
      !conflicting.some((owner) => areConflicting(owner, accountKeysOf(user)));
    const fresh = await registerAll(ports, batch, users.filter(isFree));
    const made = [
      ...conflicting.filter(({ demo }) => demo?.batchId === batch.batchId),
      ...(await insertAll(ports, fresh)),
    ];
    return users.map(({ username, email }) => ({
      username,
      userId: made.find((account) => account.emailKey === emailKey(email))?.id ?? null,
    }));
  };

/** Sequential, so that sign-ins can hash in parallel. */
async function registerAll(
  { passwords, ids, now }: DemoPorts,
  demo: Omit<DemoBatchInput, 'users'>,
  users: readonly DemoAccountInput[],
): Promise<Changed[]> {
  const registered: Changed[] = [];
  for (const { password, ...user } of users) {
    const passwordHash = await passwords.hash(password);
    registered.push(
      registerDemoAccount({ ...user, id: await ids.newAccountId(), passwordHash, demo }, now()),
    );
  }
  return registered;
}

/** Inserts all in one transaction; after a conflict one by one, so that only taken ones are skipped. */
async function insertAll(ports: Pick<Ports, 'transact'>, fresh: readonly Changed[]): Promise<Account[]> {
  if (fresh.length === 0) return [];
  const made = fresh.map(({ account }) => account);
  try {
    await ports.transact(async ({ accounts, record }) => {
      await accounts.insert(made);
      record(fresh.flatMap(({ events }) => events));
    });
    return made;
  } catch (error) {
    if (!(error instanceof EmailTaken || error instanceof UsernameTaken)) throw error;
    if (fresh.length === 1) return [];
    const parts: Account[] = [];
    for (const one of fresh) parts.push(...(await insertAll(ports, [one])));
    return parts;
  }
}
