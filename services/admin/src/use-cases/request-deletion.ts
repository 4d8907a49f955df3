import { ProductError } from '@kumbuka/contracts';
import { auditEntry, type Call } from '../domain/audit/audit.ts';
import {
  isDeletable,
  newDeletion,
  type Deletion,
  type DeletionItem,
  type DeletionMode,
} from '../domain/deletion/deletion.ts';
import { DeletionNotFound } from '../domain/errors.ts';
import type { Ports, UnitOfWork } from './ports.ts';

export type StartPorts = Pick<Ports, 'transact' | 'runs' | 'newId' | 'now'>;
type RequestPorts = StartPorts & Pick<Ports, 'owners' | 'deletableDomains' | 'deletionItems' | 'bodyHash'>;

export interface DeletionRequest extends DeletionMode {
  /** Addresses or ids. */
  emails?: readonly string[] | undefined;
  userIds?: readonly number[] | undefined;
}

/**
 * Stores a deletion with its users and wakes the job that runs it. For a repeated Idempotency-Key, returns the earlier
 * deletion in its current state.
 */
export const requestDeletion =
  (ports: RequestPorts) =>
  async (request: DeletionRequest, key: string | null, call: Call): Promise<DeletionReport> => {
    const { emails, userIds, ...mode } = request;
    const items = await (emails ? itemsByEmail(ports, emails) : itemsById(ports, userIds ?? []));
    const requested: Requested = { ...mode, requestedBy: 'operator', call };
    const ownKey = key === null ? null : `${call.by}:${key}`;
    const { deletion, isNew } = await ports.transact(async (unit) => {
      const existing = ownKey === null ? null : await findByKey(ports, unit, ownKey, request);
      if (existing) return { deletion: existing, isNew: false };
      const begun = await insertDeletion(ports, unit, items, requested);
      const bodyMac = ports.bodyHash.hash(request);
      if (ownKey !== null) await unit.deletionKeys.insert({ key: ownKey, bodyMac, deletionId: begun.id });
      return { deletion: begun, isNew: true };
    });
    ports.runs.wakeDeletion(deletion);
    // A read after the commit might fail, and a deletion that has begun would look like a failed one.
    return { deletion, items: isNew ? [...items] : await ports.deletionItems.list(deletion.id) };
  };

/** Finds the deletion of an earlier request with this key. Throws `IDEMPOTENCY_KEY_REUSED` when its body differs. */
async function findByKey(
  { bodyHash }: Pick<Ports, 'bodyHash'>,
  { deletions, deletionKeys }: UnitOfWork,
  key: string,
  request: DeletionRequest,
) {
  const stored = await deletionKeys.find(key);
  const deletion = stored && (await deletions.find(stored.deletionId));
  if (deletion && !bodyHash.isHashOf(stored.bodyMac, request))
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  return deletion;
}

interface Requested extends DeletionMode {
  requestedBy: Deletion['requestedBy'];
  call: Call;
}

/** Stores a deletion with its items, its audit entry and its event. */
export async function insertDeletion(
  { newId, now }: Pick<Ports, 'newId' | 'now'>,
  unit: UnitOfWork,
  items: readonly DeletionItem[],
  { call, ...requested }: Requested,
): Promise<Deletion> {
  const users = items.filter(({ state }) => state === 'waiting').length;
  const deletion = newDeletion({ ...requested, id: newId(), by: call.by, users, at: now() });
  const about = { target: `deletion ${deletion.id}${deletion.dryRun ? ' (dry run)' : ''}`, count: users };
  await unit.deletions.insert(deletion);
  await unit.deletionItems.insert(deletion.id, items);
  await unit.audit.append(auditEntry(call, { result: 'ok', about }, { id: newId(), at: now() }));
  if (!deletion.dryRun) unit.record([{ type: 'deletion-requested', deletion, userId: onlyUser(items) }]);
  return deletion;
}

const onlyUser = (items: readonly DeletionItem[]) => {
  const [first, second] = items.filter(({ state }) => state === 'waiting');
  return first && !second ? first.userId : null;
};

interface NamedItem {
  position: number;
  name: string;
}

/** Returns the item of an account. Skips operators and other domains. */
function itemOf(
  item: NamedItem,
  account: { userId: number; email: string; role: string } | undefined,
  domains: readonly string[],
): DeletionItem {
  if (!account) return { ...item, userId: null, state: 'not-found' };
  if (account.role === 'admin') return { ...item, userId: null, state: 'failed' };
  if (!isDeletable(account.email, domains)) return { ...item, userId: null, state: 'skipped' };
  return { ...item, userId: account.userId, state: 'waiting' };
}

async function itemsById(
  { owners, deletableDomains }: Pick<Ports, 'owners' | 'deletableDomains'>,
  ids: readonly number[],
): Promise<DeletionItem[]> {
  const distinct = [...new Set(ids)];
  const accounts = new Map((await owners.readAccounts(distinct)).map((account) => [account.userId, account]));
  return distinct.map((id, position) => {
    const account = accounts.get(id);
    return itemOf({ position, name: account?.email ?? String(id) }, account, deletableDomains);
  });
}

/** Returns each account once, by its first address in the request. */
async function itemsByEmail(
  { owners, deletableDomains }: Pick<Ports, 'owners' | 'deletableDomains'>,
  emails: readonly string[],
): Promise<DeletionItem[]> {
  const idOf = await owners.findByEmail([...new Set(emails)]);
  const accounts = new Map(
    (await owners.readAccounts([...new Set(idOf.values())])).map((each) => [each.userId, each]),
  );
  const items = new Map<string, DeletionItem>();
  for (const [position, name] of emails.entries()) {
    const item = itemOf({ position, name }, accounts.get(idOf.get(name) ?? 0), deletableDomains);
    const key = item.userId === null ? name : String(item.userId);
    if (!items.has(key)) items.set(key, item);
  }
  return [...items.values()];
}

export interface DeletionReport {
  deletion: Deletion;
  items: DeletionItem[];
}

export const readDeletion =
  ({ deletions, deletionItems }: Pick<Ports, 'deletions' | 'deletionItems'>) =>
  async (id: string): Promise<DeletionReport> => {
    const deletion = await deletions.find(id);
    if (!deletion) throw new DeletionNotFound();
    return { deletion, items: await deletionItems.list(id) };
  };
