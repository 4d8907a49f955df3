import type { RowCounts } from '@kumbuka/contracts';
import type { Idempotency, UserDeletion } from '@kumbuka/service-kit';
import type { ClientSession } from 'mongoose';
import type { Account } from '../domain/account/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { Transact } from '../use-cases/ports.ts';

interface DeletionPorts extends Pick<UseCases, 'readAccounts' | 'deleteAccounts'> {
  within(session: ClientSession): Transact;
  idempotency: Idempotency;
  /** Serialises revocations, which would conflict on their common counter. */
  inTurn: NonNullable<UserDeletion['inTurn']>;
}

const counted = (accounts: readonly Account[]) =>
  new Map(accounts.map(({ id }): [number, RowCounts] => [id, { accounts: 1 }]));

/** Deletes auth's data of users: account, codes, sessions and tokens; publishes the deletion. */
export const userDeletion = ({
  readAccounts,
  deleteAccounts,
  within,
  idempotency,
  inTurn,
}: DeletionPorts): UserDeletion => ({
  rows: [{ kind: 'sessions', collection: 'sessions', owner: 'userId' }],
  markErased: async (userIds, at, session) => counted(await deleteAccounts(within(session), userIds, at)),
  inTurn,
  countMarked: async (userIds) => counted(await readAccounts(userIds)),
  finish: idempotency.forget,
});
