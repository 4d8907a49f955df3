/** The links of the signed-in bar and its drawer. */
export const links = [
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/mydecks', label: 'My Decks' },
  { to: '/study', label: 'Study' },
] as const;

/** The drawer has what the avatar's menu has, too. */
export const drawerLinks = [...links, { to: '/settings', label: 'Settings' }] as const;
