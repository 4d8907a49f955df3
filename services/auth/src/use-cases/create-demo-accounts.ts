import {
  emailKeyOf,
  registerDemoAccount,
  usernameKeyOf,
  type Account,
  type Changed,
} from '../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';
import type { Ports } from './ports.ts';

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
  /** Null where the name or the e-mail belongs to somebody else. */
  userId: number | null;
}

type Keys = Pick<Account, 'emailKey' | 'usernameKey'>;

const keysOf = ({ email, username }: DemoAccountInput): Keys => ({
  emailKey: emailKeyOf(email),
  usernameKey: usernameKeyOf(username),
});
const areRivals = (one: Keys, other: Keys) =>
  one.emailKey === other.emailKey || one.usernameKey === other.usernameKey;

/** Makes verified demo accounts; a repeat makes none twice. */
export const createDemoAccounts =
  (ports: Ports) =>
  async ({ users, ...batch }: DemoBatchInput): Promise<MadeAccount[]> => {
    const known = await ports.accounts.findRivals(users.map(keysOf));
    const isFree = (user: DemoAccountInput) => !known.some((rival) => areRivals(rival, keysOf(user)));
    const fresh = await registerAll(ports, batch, users.filter(isFree));
    const made = [
      ...known.filter(({ demo }) => demo?.batchId === batch.batchId),
      ...(await insertAll(ports, fresh)),
    ];
    const idOf = new Map(made.map(({ emailKey, id }) => [emailKey, id]));
    return users.map((user) => ({
      username: user.username,
      userId: idOf.get(emailKeyOf(user.email)) ?? null,
    }));
  };

/** One hash after the other, so that sign-ins have room beside them. */
async function registerAll(
  { passwords, newAccountId, now }: Ports,
  demo: Omit<DemoBatchInput, 'users'>,
  users: readonly DemoAccountInput[],
): Promise<Changed[]> {
  const registered: Changed[] = [];
  for (const { password, ...user } of users) {
    const passwordHash = await passwords.hash(password);
    registered.push(registerDemoAccount({ ...user, id: await newAccountId(), passwordHash, demo }, now()));
  }
  return registered;
}

/** All in one transaction. Where somebody took a name meanwhile, one by one: only that one is left out. */
async function insertAll(ports: Ports, fresh: readonly Changed[]): Promise<Account[]> {
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
