import { t } from '@lingui/core/macro';

/** The links of the signed-in bar and its drawer. */
export const links = () =>
  [
    { to: '/dashboard', label: t`Dashboard` },
    { to: '/mydecks', label: t`My Decks` },
    { to: '/study', label: t({ message: 'Study', context: 'page' }) },
  ] as const;

/** Links of the drawer, including those of the avatar's menu. */
export const drawerLinks = () =>
  [...links(), { to: '/stats', label: t`Statistics` }, { to: '/settings', label: t`Settings` }] as const;
