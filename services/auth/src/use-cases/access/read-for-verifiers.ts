import type { Revocations } from '@kumbuka/contracts';
import { publishedKeys } from '../../domain/access/signing-key.ts';
import type { Ports, SigningKeyStore } from '../ports.ts';

/** Currently valid public keys from the store, newest first. */
export const readJwks =
  ({ signingKeys, now }: Pick<Ports, 'now'> & { signingKeys: Pick<SigningKeyStore, 'readAll'> }) =>
  async (): Promise<{ keys: Record<string, unknown>[] }> => ({
    keys: publishedKeys(await signingKeys.readAll(), now()).map(({ publicJwk }) => publicJwk),
  });

/** Revocations after a cursor that matter at the caller's time. */
export const readRevocations =
  ({ revocations }: Pick<Ports, 'revocations'>) =>
  (after: string | null, at: Date): Promise<Revocations> =>
    revocations.read(after, at);
