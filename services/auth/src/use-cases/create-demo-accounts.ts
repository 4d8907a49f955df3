import { emailKeyOf, registerDemoAccount, usernameKeyOf } from '../domain/account/account.ts';
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

/** Makes verified demo accounts, one after the other so that sign-ins have room beside them; a repeat makes none twice. */
export const createDemoAccounts =
  (ports: Ports) =>
  async ({ users, ...batch }: DemoBatchInput): Promise<MadeAccount[]> => {
    const made: MadeAccount[] = [];
    for (const user of users)
      made.push({ username: user.username, userId: await makeOne(ports, batch, user) });
    return made;
  };

async function makeOne(
  ports: Ports,
  batch: Omit<DemoBatchInput, 'users'>,
  { username, email, password }: DemoAccountInput,
): Promise<number | null> {
  const keys = { emailKey: emailKeyOf(email), usernameKey: usernameKeyOf(username) };
  const known = await ports.accounts.findByEmail(keys.emailKey);
  if (known?.demo?.batchId === batch.batchId) return known.id;
  if (known || (await ports.accounts.findTaken(keys))) return null;
  const [passwordHash, id] = [await ports.passwords.hash(password), await ports.newAccountId()];
  const { account, events } = registerDemoAccount(
    { id, email, username, passwordHash, demo: batch },
    ports.now(),
  );
  try {
    await ports.transact(async ({ accounts, record }) => {
      await accounts.insert(account);
      record(events);
    });
    return id;
  } catch (error) {
    if (error instanceof EmailTaken || error instanceof UsernameTaken) return null;
    throw error;
  }
}
