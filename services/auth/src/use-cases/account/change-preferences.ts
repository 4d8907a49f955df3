import { Unauthenticated, type Language } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { changePreferences } from '../../domain/account/account.ts';
import type { Preferences, Theme } from '../../domain/account/preferences.ts';
import type { Ports } from '../ports.ts';

type Learner = Pick<Principal, 'userId'>;

/** Language of an account; `null` before a choice and without such an account. */
export const readLanguage =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  async (userId: number): Promise<Language | null> =>
    (await accounts.find(userId))?.language ?? null;

const save = (
  { transact }: Pick<Ports, 'transact'>,
  changed: Partial<Preferences>,
  { userId }: Learner,
): Promise<void> =>
  transact(async ({ accounts }) => {
    const account = await accounts.find(userId);
    if (!account) throw new Unauthenticated();
    await accounts.save([changePreferences(account, changed)]);
  });

export const changeTheme =
  (ports: Pick<Ports, 'transact'>) =>
  ({ theme }: { theme: Theme }, learner: Learner): Promise<void> =>
    save(ports, { theme }, learner);

export const changeLanguage =
  (ports: Pick<Ports, 'transact'>) =>
  ({ language }: { language: Language }, learner: Learner): Promise<void> =>
    save(ports, { language }, learner);
