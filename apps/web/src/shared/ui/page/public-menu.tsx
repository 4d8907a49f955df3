import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readToken } from '../../auth/token.ts';
import { chooseLanguageAsVisitor } from '../../i18n/chosen-language.ts';
import { floatShadow, tint } from '../../theme/tokens.ts';
import { LanguageName, useOtherLanguage } from './language-switch.tsx';

const itemLook = {
  display: 'block',
  width: 1,
  minHeight: 44,
  px: 2,
  py: 1.25,
  border: 0,
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  textAlign: 'start',
  textDecoration: 'none',
  cursor: 'pointer',
  '&:hover, &:focus-visible': { bgcolor: tint.barHover },
  '&[aria-disabled]': { color: 'text.secondary', cursor: 'default' },
} as const;

const LinkItem = ({ to, children }: { to: string; children: string }) => (
  <Box component={Link} to={to} role="menuitem" tabIndex={-1} sx={itemLook}>
    {children}
  </Box>
);

function VisitorItems() {
  const other = useOtherLanguage();
  return (
    <>
      <Box role="menuitem" aria-disabled sx={itemLook}>{t`Keep your streak!`}</Box>
      <LinkItem to="/login">{t`Sign In`}</LinkItem>
      <LinkItem to="/signup">{t`Get Started`}</LinkItem>
      <Box
        component="button"
        type="button"
        role="menuitem"
        tabIndex={-1}
        data-choose-language={other}
        onClick={() => void chooseLanguageAsVisitor(other).catch(() => {})}
        sx={itemLook}
      >
        <LanguageName language={other} />
      </Box>
    </>
  );
}

/** The public bar's links below the 'sm' breakpoint. `runMenus` shows and hides them. */
export function PublicMenu({ hidden = true }: { hidden?: boolean }): ReactNode {
  return (
    <Box
      role="menu"
      aria-label={t`Menu`}
      hidden={hidden}
      sx={{
        position: 'absolute',
        top: '100%',
        right: 0,
        zIndex: 1,
        minWidth: 200,
        py: 1,
        borderRadius: '12px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'surface.raised',
        boxShadow: floatShadow,
        '&[hidden]': { display: 'none' },
      }}
    >
      {readToken() === null ? <VisitorItems /> : <LinkItem to="/dashboard">{t`Go to dashboard`}</LinkItem>}
    </Box>
  );
}
