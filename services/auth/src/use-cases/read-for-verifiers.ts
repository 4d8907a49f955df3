import type { Revocations } from '@kumbuka/contracts';
import { publishedKeys } from '../domain/access/signing-key.ts';
import type { Ports } from './ports.ts';

/** The public keys that may be believed now, newest first, as they are stored now. */
export const readJwks =
  ({ signingKeys, now }: Pick<Ports, 'signingKeys' | 'now'>) =>
  async (): Promise<{ keys: Record<string, unknown>[] }> => ({
    keys: publishedKeys(await signingKeys.readAll(), now()).map(({ publicJwk }) => publicJwk),
  });

/** What was revoked after a cursor and matters to who has this time of day. */
export const readRevocations =
  ({ revocations }: Pick<Ports, 'revocations'>) =>
  (after: string | null, at: Date): Promise<Revocations> =>
    revocations.read(after, at);
