import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { readToken } from '../../auth/token.ts';
import { chooseLanguageAsVisitor } from '../../i18n/chosen-language.ts';
import { lazyNamed } from '../../browser/lazy-named.tsx';
import { usePublicStats } from '../../format/public-stats.ts';
import { Bar } from '../figures/bar.tsx';
import { MenuIcon } from '../icons.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { StreakChip } from '../figures/streak.tsx';
import { tint } from '../../theme/tokens.ts';

const loadMenu = () => import('./public-menu.tsx');
const PublicMenu = lazyNamed(loadMenu, 'PublicMenu');
const hoverTint = { '&:hover': { bgcolor: tint.barHover } };

/** The narrow menu is its own chunk, fetched on the first sign of interest. */
function NarrowMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box sx={{ display: { xs: 'block', sm: 'none' } }}>
      <IconButton
        aria-label={t`Open menu`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
        sx={{ mr: -1.25, ...hoverTint }}
      >
        <MenuIcon />
      </IconButton>
      {anchor && (
        <Suspense>
          <PublicMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
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

export function BrandLink({ to }: { to: string }) {
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
      {t`Kumbuka`}
    </Box>
  );
}
