import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { usePublicStats } from '../lib/public-stats.ts';
import { MenuIcon } from './icons.tsx';
import { Logo } from './logo.tsx';
import { StreakChip } from './streak.tsx';
import { content, tint } from '../theme/tokens.ts';

const loadMenu = () => import('./public-menu.tsx');
const PublicMenu = lazy(async () => ({ default: (await loadMenu()).PublicMenu }));
const hoverTint = { '&:hover': { bgcolor: tint.barHover } };

/** The narrow menu is its own chunk, fetched on the first sign of interest. */
function NarrowMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box sx={{ display: { xs: 'block', sm: 'none' } }}>
      <IconButton
        aria-label="Open menu"
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

/** The sticky bar of the signed-out pages. */
export function PublicBar() {
  const { streak } = usePublicStats();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 1100,
        bgcolor: 'surface.nav',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Box
        component="nav"
        aria-label="Main"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          flexWrap: 'wrap',
          minHeight: { xs: 60, md: 68 },
          maxWidth: content.page + 64,
          mx: 'auto',
          px: { xs: 2, sm: 3, md: 4 },
        }}
      >
        <BrandLink to="/" />
        <Box sx={{ flex: 1 }} />
        <StreakChip days={streak} />
        <Box sx={{ display: { xs: 'none', sm: 'flex' }, gap: 1 }}>
          <Button component={Link} to="/login" variant="text" color="inherit" sx={hoverTint}>
            Sign In
          </Button>
          <Button component={Link} to="/signup" variant="soft">
            Get Started
          </Button>
        </Box>
        <NarrowMenu />
      </Box>
    </Box>
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
      Kumbuka
    </Box>
  );
}
