import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Theme } from '../../domain/account/preferences.ts';
import type { Ports } from '../ports.ts';

export const readTheme =
  ({ preferences }: Ports) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<Theme | null> =>
    (await preferences.find(userId))?.theme ?? null;

export const changeTheme =
  ({ transact }: Ports) =>
  ({ theme }: { theme: Theme }, { userId }: Pick<Principal, 'userId'>): Promise<void> =>
    transact(async ({ accounts, preferences }) => {
      if (!(await accounts.find(userId))) throw new Unauthenticated();
      await preferences.save(userId, { theme });
    });
