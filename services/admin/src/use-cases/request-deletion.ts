import { auditEntry, type Call } from '../domain/audit/audit.ts';
import {
  isDeletable,
  newDeletion,
  type Deletion,
  type DeletionItem,
  type Manner,
} from '../domain/deletion/deletion.ts';
import { DeletionNotFound } from '../domain/errors.ts';
import type { Ports, UnitOfWork } from './ports.ts';

export interface DeletionRequest extends Manner {
  /** Addresses or ids. */
  emails?: readonly string[] | undefined;
  userIds?: readonly number[] | undefined;
}

/** Notes a deletion with everybody that it is about; who works it off is told by `wakeDeletion`. */
export const requestDeletion =
  (ports: Ports) =>
  async ({ emails, userIds, ...manner }: DeletionRequest, call: Call): Promise<DeletionReport> => {
    const items = await (emails ? itemsByEmail(ports, emails) : itemsById(ports, userIds ?? []));
    return startDeletion(ports)(items, manner, call, 'operator');
  };

export const startDeletion =
  (ports: Ports) =>
  async (
    items: readonly DeletionItem[],
    manner: Manner,
    call: Call,
    requestedBy: Deletion['requestedBy'],
  ): Promise<DeletionReport> => {
    const deletion = await ports.transact((unit) =>
      insertDeletion(ports, unit, items, { ...manner, requestedBy, call }),
    );
    ports.wakeDeletion(deletion);
    return { deletion, items: [...items] };
  };

interface Requested extends Manner {
  requestedBy: Deletion['requestedBy'];
  call: Call;
}

/** A deletion with everybody that it is about, its line in the log of calls and its event. */
export async function insertDeletion(
  { newId, now }: Pick<Ports, 'newId' | 'now'>,
  unit: UnitOfWork,
  items: readonly DeletionItem[],
  { call, ...requested }: Requested,
): Promise<Deletion> {
  const users = items.filter(({ state }) => state === 'waiting').length;
  const deletion = newDeletion({ ...requested, id: newId(), by: call.by, users, at: now() });
  const about = { target: `deletion ${deletion.id}${deletion.dryRun ? ' (dry run)' : ''}`, count: users };
  await unit.deletions.insert(deletion, items);
  await unit.audit.append(auditEntry(call, { result: 'ok', about }, { id: newId(), at: now() }));
  if (!deletion.dryRun) unit.record([{ type: 'deletion-requested', deletion, userId: onlyUser(items) }]);
  return deletion;
}

const onlyUser = (items: readonly DeletionItem[]) => {
  const [first, second] = items.filter(({ state }) => state === 'waiting');
  return first && !second ? first.userId : null;
};

/** Accounts of operators and of other domains stay. */
function itemOf(
  name: string,
  account: { userId: number; email: string; role: string } | undefined,
  domains: readonly string[],
): DeletionItem {
  if (!account) return { userId: null, name, state: 'not-found' };
  if (account.role === 'admin') return { userId: null, name, state: 'failed' };
  if (!isDeletable(account.email, domains)) return { userId: null, name, state: 'skipped' };
  return { userId: account.userId, name, state: 'waiting' };
}

async function itemsById(
  { owners, deletableDomains }: Ports,
  ids: readonly number[],
): Promise<DeletionItem[]> {
  const distinct = [...new Set(ids)];
  const accounts = new Map((await owners.readAccounts(distinct)).map((account) => [account.userId, account]));
  return distinct.map((id) => {
    const account = accounts.get(id);
    return itemOf(account?.email ?? String(id), account, deletableDomains);
  });
}

async function itemsByEmail(
  { owners, deletableDomains }: Ports,
  emails: readonly string[],
): Promise<DeletionItem[]> {
  const distinct = [...new Set(emails)];
  const idOf = await owners.findByEmail(distinct);
  const accounts = new Map(
    (await owners.readAccounts([...new Set(idOf.values())])).map((each) => [each.userId, each]),
  );
  const items = new Map<string, DeletionItem>();
  for (const email of distinct) {
    const item = itemOf(email, accounts.get(idOf.get(email) ?? 0), deletableDomains);
    const key = item.userId === null ? email : String(item.userId);
    if (!items.has(key)) items.set(key, item);
  }
  return [...items.values()];
}

export interface DeletionReport {
  deletion: Deletion;
  items: DeletionItem[];
}

export const readDeletion =
  ({ deletions }: Ports) =>
  async (id: string): Promise<DeletionReport> => {
    const deletion = await deletions.find(id);
    if (!deletion) throw new DeletionNotFound();
    return { deletion, items: await deletions.items(id) };
  };
