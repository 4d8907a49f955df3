import { abandonedBefore, deleteAccount, isAbandoned, type Account } from '../../domain/account/account.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

const batchSize = 100;

type PurgePorts = Pick<Ports, 'secrets' | 'transact' | 'forgetResponses' | 'now'>;

/** Deletes accounts that were not verified within seven days, until `isOver()`. Returns their number. */
export const purgeAbandoned =
  (ports: PurgePorts & Pick<Ports, 'accounts' | 'confirmedNow'>) =>
  async (isOver: () => boolean): Promise<number> => {
    let purged = 0;
    const at = ports.confirmedNow();
    if (!at) return purged;
    for (;;) {
      const ids = await ports.accounts.findUnverified(abandonedBefore(at), batchSize);
      for (const id of ids) if (!isOver() && (await purge(ports, id, at))) purged++;
      if (ids.length < batchSize || isOver()) return purged;
    }
  };

/** Returns false when the account was verified in the meantime. */
const purge = (ports: PurgePorts, id: number, at: Date): Promise<boolean> =>
  ports.transact(async (unit) => {
    const account = await unit.accounts.find(id);
    if (!account || !isAbandoned(account, at)) return false;
    await removeUnverified(ports, unit, account);
    return true;
  });

/** Deletes an account that never had a session, with its codes, queued emails and kept responses. */
export async function removeUnverified(
  ports: Pick<Ports, 'secrets' | 'forgetResponses' | 'now'>,
  unit: UnitOfWork,
  account: Account,
) {
  const emailMacs = ports.secrets.emailMacsOf(account.emailKey);
  await unit.accounts.remove([account.id]);
  await unit.codeRequests.interrupt(emailMacs, ports.now());
  await unit.codes.removeAll(emailMacs);
  await unit.mails.removeAll(emailMacs);
  await ports.forgetResponses(account.id);
  unit.record(deleteAccount(account, ports.now()).events);
}
