import { chooseThemeAsVisitor } from '../../shared/auth/account-theme.ts';
import { useChosenTheme } from '../../shared/theme/chosen-theme.ts';
import { ThemeButton, themeAfter } from '../../shared/ui/page/theme-button.tsx';

/** Switches to the next theme. The next sign-in saves the choice if the account has none. */
export function ThemeToggle() {
  const next = themeAfter(useChosenTheme());
  return <ThemeButton key={next} theme={next} onChoose={chooseThemeAsVisitor} />;
}
