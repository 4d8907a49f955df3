import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link } from 'react-router-dom';
import { readToken } from '../../auth/token.ts';
import { chooseLanguageAsVisitor } from '../../i18n/chosen-language.ts';
import { runMenus } from '../../built/menus.ts';
import { usePageScript } from '../../hooks/use-page-script.ts';
import { usePublicStats } from '../../format/public-stats.ts';
import { Bar } from '../figures/bar.tsx';
import { MenuIcon } from '../icons.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { PublicMenu } from './public-menu.tsx';
import { hidden } from '../hidden.ts';
import { Logo } from './logo.tsx';
import { StreakChip } from '../figures/streak.tsx';
import { tint } from '../../theme/tokens.ts';

const hoverTint = { '&:hover': { bgcolor: tint.barHover } };

const runMenusIn = (place: HTMLElement, signal: AbortSignal) => runMenus(signal, place);

function NarrowMenu() {
  return (
    <Box ref={usePageScript(runMenusIn)} sx={{ position: 'relative', display: { xs: 'block', sm: 'none' } }}>
      <IconButton
        aria-label={t`Open menu`}
        aria-haspopup="menu"
        aria-expanded={false}
        sx={{ mr: -1.25, ...hoverTint }}
      >
        <MenuIcon />
      </IconButton>
      <PublicMenu />
    </Box>
  );
}

function VisitorLinks() {
  return (
    <>
      <Button component={Link} to="/login" variant="text" color="inherit" sx={hoverTint}>
        {t`Sign In`}
      </Button>
      <Button component={Link} to="/signup" variant="soft">
        {t`Get Started`}
      </Button>
    </>
  );
}

function LearnerLink() {
  return (
    <Button component={Link} to="/dashboard" variant="soft">
      {t`Go to dashboard`}
    </Button>
  );
}

/** The sticky bar of the signed-out pages; a signed-in person gets a link to the dashboard. */
export function PublicBar() {
  const { streak } = usePublicStats();
  return (
    <Bar gap={1.5}>
      <BrandLink to="/" />
      <Box sx={{ flex: 1 }} />
      <StreakChip days={streak} />
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
        {readToken() === null && (
          <LanguageSwitch onChoose={(language) => void chooseLanguageAsVisitor(language).catch(() => {})} />
        )}
        {readToken() === null ? <VisitorLinks /> : <LearnerLink />}
      </Box>
      <NarrowMenu />
    </Bar>
  );
}

/** `narrow` shows only the logo on a phone. */
export function BrandLink({ to, narrow = false }: { to: string; narrow?: boolean }) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        minHeight: 44,
        color: 'text.primary',
        textDecoration: 'none',
        fontWeight: 700,
        fontSize: '1.125rem',
        letterSpacing: '-0.01em',
        borderRadius: '8px',
      }}
    >
      <Logo />
      <Box
        component="span"
        sx={narrow ? (theme) => ({ [theme.breakpoints.down('sm')]: hidden }) : null}
      >{t`Kumbuka`}</Box>
    </Box>
  );
}
