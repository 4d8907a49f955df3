import { deletableRevocations, isRetired, nextKey } from '../../domain/access/signing-key.ts';
import type { Ports } from '../ports.ts';

/**
 * Creates the next signing key when due, and deletes keys whose tokens have all expired, with the revocations
 * that only they needed.
 */
export const rotateSigningKeys =
  ({
    signingKeys,
    revocations,
    rules,
    ids,
    now,
  }: Pick<Ports, 'signingKeys' | 'revocations' | 'rules' | 'ids' | 'now'>) =>
  async (): Promise<void> => {
    const at = now();
    const keys = await signingKeys.readAll();
    const next = nextKey(keys, at, rules.rotationDays);
    if (next) {
      const revocationsBefore = await revocations.last();
      await signingKeys.insert(await signingKeys.make({ id: ids.newId(), ...next, revocationsBefore }));
    }
    for (const key of keys) if (isRetired(key, keys, at)) await signingKeys.remove(key.id);
    await revocations.forget(deletableRevocations(await signingKeys.readAll()));
  };
