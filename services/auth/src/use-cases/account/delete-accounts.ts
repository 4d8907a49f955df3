import { deleteAccount, type Account } from '../../domain/account/account.ts';
import type { Ports, Transact } from '../ports.ts';

/** Deletes accounts inside the caller's transaction and revokes their tokens. Returns those that existed. */
export const deleteAccounts =
  (ports: Pick<Ports, 'secrets'>) =>
  (transact: Transact, ids: readonly number[], at: Date): Promise<Account[]> =>
    transact(async ({ accounts, codes, codeRequests, mails, revocations, record }) => {
      const existing = await accounts.findMany(ids);
      const own = existing.flatMap(({ emailKey }) => ports.secrets.emailMacsOf(emailKey));
      const emailMacs = [...new Set([...own, ...(await codes.findEmailMacs(ids))])];
      await accounts.remove(existing.map(({ id }) => id));
      await codeRequests.interrupt(emailMacs, at);
      await codes.removeAll(emailMacs);
      await mails.removeAll(emailMacs);
      await revocations.add(existing.map((account) => revocationOf(account, at)));
      record(existing.flatMap((account) => deleteAccount(account, at).events));
      return existing;
    });

const revocationOf = ({ id, tokenEpoch }: Account, at: Date) => ({
  kind: 'epoch' as const,
  userId: id,
  epoch: tokenEpoch + 1,
  at,
});
