import { sessionStore } from '../lib/storage.ts';
import { chooseTheme, chosenTheme, type Theme } from '../theme/chosen-theme.ts';
import type { AuthApi, Viewer } from './auth-api.ts';

const names = { dark: 'DARK', light: 'LIGHT', system: 'SYSTEM' } as const;
const themes = { DARK: 'dark', LIGHT: 'light', SYSTEM: 'system' } as const;
/** Present between a choice by a visitor of this tab and the sign-in that follows. */
const visitorKey = 'kumbuka.theme-of-visitor';

/** A choice before a sign-in, unlike the theme that another person's account left in this browser. */
export function chooseThemeAsVisitor(theme: Theme) {
  sessionStore.setItem(visitorKey, 'true');
  chooseTheme(theme);
}

/** Shows a theme at once and keeps it with the account. Rejects when the account could not be reached. */
export async function chooseThemeOfAccount(api: AuthApi, theme: Theme): Promise<void> {
  chooseTheme(theme);
  await api.changeTheme(names[theme]);
}

/** Shows the account's theme; an account without one gets the visitor's choice. */
export function followTheme(api: AuthApi, { theme }: Pick<Viewer, 'theme'>) {
  const isOfVisitor = sessionStore.getItem(visitorKey) !== null;
  sessionStore.removeItem(visitorKey);
  if (theme) return chooseTheme(themes[theme]);
  if (isOfVisitor) api.changeTheme(names[chosenTheme()]).catch(() => {});
}
