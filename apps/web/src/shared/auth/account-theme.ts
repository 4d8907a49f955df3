import { createVisitorsChoice } from '../browser/visitors-choice.ts';
import { chooseTheme, chosenTheme, type Theme } from '../theme/chosen-theme.ts';
import type { AuthApi, Viewer } from './auth-api.ts';

const names = { dark: 'DARK', light: 'LIGHT', system: 'SYSTEM' } as const;
const themes = { DARK: 'dark', LIGHT: 'light', SYSTEM: 'system' } as const;
const visitorsChoice = createVisitorsChoice('kumbuka.theme-of-visitor');

/** Shows and remembers the choice of a visitor, for the account of the next sign-in. */
export function chooseThemeAsVisitor(theme: Theme) {
  visitorsChoice.note();
  chooseTheme(theme);
}

/** Shows a theme at once and saves it in the account. Rejects when that fails. */
export async function chooseThemeOfAccount(api: AuthApi, theme: Theme): Promise<void> {
  chooseTheme(theme);
  await api.changeTheme(names[theme]);
}

/** Shows the account's theme; an account without one gets the visitor's choice. */
export function followTheme(api: AuthApi, { theme }: Pick<Viewer, 'theme'>) {
  const isOfVisitor = visitorsChoice.take();
  if (theme) return chooseTheme(themes[theme]);
  if (isOfVisitor) api.changeTheme(names[chosenTheme()]).catch(() => {});
}
