import { abandonedBefore, deleteAccount, isAbandoned } from '../domain/account/account.ts';
import type { Ports } from './ports.ts';

const batchSize = 100;

/** Deletes accounts that were not verified within seven days; gives back how many went. */
export const purgeAbandoned = (ports: Ports) => async (): Promise<number> => {
  let purged = 0;
  for (;;) {
    const ids = await ports.accounts.findUnverified(abandonedBefore(ports.now()), batchSize);
    for (const id of ids) if (await purge(ports, id)) purged++;
    if (ids.length < batchSize) return purged;
  }
};

/** False when it was verified in between. */
const purge = ({ transact, secrets, now }: Ports, id: number): Promise<boolean> =>
  transact(async ({ accounts, codes, record }) => {
    const account = await accounts.find(id);
    if (!account || !isAbandoned(account, now())) return false;
    await accounts.remove([id]);
    await codes.removeAll([secrets.emailMacOf(account.emailKey)]);
    record(deleteAccount(account, now()).events);
    return true;
  });
