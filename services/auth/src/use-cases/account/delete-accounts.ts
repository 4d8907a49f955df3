import { deleteAccount, type Account } from '../../domain/account/account.ts';
import { emailMacsOf } from './email-macs.ts';
import type { Ports, Transact } from '../ports.ts';

/** Deletes accounts inside the caller's transaction and revokes their tokens. Returns those that existed. */
export const deleteAccounts =
  (ports: Pick<Ports, 'secrets'>) =>
  (transact: Transact, ids: readonly number[], at: Date): Promise<Account[]> =>
    transact(async ({ accounts, codes, mails, preferences, revocations, record }) => {
      const known = await accounts.findMany(ids);
      const emailMacs = known.flatMap(({ email }) => emailMacsOf(ports, email));
      await accounts.remove(known.map(({ id }) => id));
      await preferences.removeAll(ids);
      await codes.removeAll(emailMacs);
      await mails.removeAll(emailMacs);
      await revocations.add(known.map((account) => revocationOf(account, at)));
      record(known.flatMap((account) => deleteAccount(account, at).events));
      return known;
    });

const revocationOf = ({ id, tokenEpoch }: Account, at: Date) => ({
  kind: 'epoch' as const,
  userId: id,
  epoch: tokenEpoch + 1,
  at,
});
