import { t } from '@lingui/core/macro';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Link } from 'react-router-dom';
import { chooseLanguageAsVisitor } from '../../i18n/chosen-language.ts';
import { LanguageName, useOtherLanguage } from './language-switch.tsx';
import { readToken } from '../../auth/token.ts';

/** The public bar's links below the 'sm' breakpoint. */
export function PublicMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const other = useOtherLanguage();
  if (readToken() !== null)
    return (
      <Menu open anchorEl={anchor} onClose={onClose}>
        <MenuItem component={Link} to="/dashboard" onClick={onClose}>
          {t`Go to dashboard`}
        </MenuItem>
      </Menu>
    );
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      <MenuItem disabled>{t`Keep your streak!`}</MenuItem>
      <MenuItem component={Link} to="/login" onClick={onClose}>
        {t`Sign In`}
      </MenuItem>
      <MenuItem component={Link} to="/signup" onClick={onClose}>
        {t`Get Started`}
      </MenuItem>
      <MenuItem
        onClick={() => {
          onClose();
          chooseLanguageAsVisitor(other).catch(() => {});
        }}
      >
        <LanguageName language={other} />
      </MenuItem>
    </Menu>
  );
}
