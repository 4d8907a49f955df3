import { abandonedBefore, deleteAccount, isAbandoned } from '../domain/account/account.ts';
import type { Ports } from './ports.ts';

const batchSize = 100;

/** Deletes accounts that were not verified within seven days. Returns their number. */
export const purgeAbandoned = (ports: Ports) => async (): Promise<number> => {
  let purged = 0;
  const at = ports.confirmedNow();
  if (!at) return purged;
  for (;;) {
    const ids = await ports.accounts.findUnverified(abandonedBefore(at), batchSize);
    for (const id of ids) if (await purge(ports, id, at)) purged++;
    if (ids.length < batchSize) return purged;
  }
};

/** Returns false when the account was verified in the meantime. */
const purge = ({ transact, secrets, now }: Ports, id: number, at: Date): Promise<boolean> =>
  transact(async ({ accounts, codes, record }) => {
    const account = await accounts.find(id);
    if (!account || !isAbandoned(account, at)) return false;
    await accounts.remove([id]);
    await codes.removeAll([secrets.emailMacOf(account.emailKey)]);
    record(deleteAccount(account, now()).events);
    return true;
  });
