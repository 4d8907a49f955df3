import type { Principal } from '@kumbuka/identity';
import { changesOf, type Change } from '../../domain/change/change.ts';
import type { Ports } from '../ports.ts';

/** What the product changed by itself, newest first. Each change may have one further entry, of its undo. */
export const listChanges =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  async (limit: number, { userId }: Pick<Principal, 'userId'>): Promise<Change[]> =>
    changesOf(await reviews.changes(userId, 2 * limit)).slice(0, limit);
