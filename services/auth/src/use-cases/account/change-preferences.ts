import { Unauthenticated, type Language } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Preferences, Theme } from '../../domain/account/preferences.ts';
import type { Ports } from '../ports.ts';

type Learner = Pick<Principal, 'userId'>;

export const readPreferences =
  ({ preferences }: Pick<Ports, 'preferences'>) =>
  (userId: number): Promise<Preferences> =>
    preferences.find(userId);

const save = (
  { transact }: Pick<Ports, 'transact'>,
  changed: Partial<Preferences>,
  { userId }: Learner,
): Promise<void> =>
  transact(async ({ accounts, preferences }) => {
    if (!(await accounts.find(userId))) throw new Unauthenticated();
    await preferences.save(userId, changed);
  });

export const changeTheme =
  (ports: Pick<Ports, 'transact'>) =>
  ({ theme }: { theme: Theme }, learner: Learner): Promise<void> =>
    save(ports, { theme }, learner);

export const changeLanguage =
  (ports: Pick<Ports, 'transact'>) =>
  ({ language }: { language: Language }, learner: Learner): Promise<void> =>
    save(ports, { language }, learner);
