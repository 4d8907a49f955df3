import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation, useMatch } from 'react-router-dom';
import { lowWindow, phoneNav } from '../shared/theme/tokens.ts';
import { useBottomBar } from '../shared/ui/bottom-bar.ts';
import { DecksIcon, HomeIcon, PlusIcon, StudyIcon } from '../shared/ui/icons.tsx';
import { links } from './links.ts';

const icons = {
  '/dashboard': <HomeIcon />,
  '/mydecks': <DecksIcon />,
  '/study': <StudyIcon />,
};

const item = {
  minWidth: 0,
  height: phoneNav,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 0.25,
  font: 'inherit',
  fontSize: '0.75rem',
  lineHeight: 1.3,
  color: 'text.secondary',
  '& .lucide': { fontSize: 22 },
  '&.active': { color: 'meaning.link', fontWeight: 600 },
} as const;

const Label = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    sx={{ maxWidth: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
  >
    {children}
  </Box>
);

/** Phones in which the bar leaves room for the page. */
const onPhones = { display: 'none', '@media (max-width: 599.95px)': { display: 'block' } };
const inHighWindows = { ...onPhones, [lowWindow]: { display: 'none' } };

/** With the line above it and the system's own bar below. */
const barHeight = `calc(${phoneNav + 1}px + env(safe-area-inset-bottom))`;

/** A deck's own page adds a card; every other page adds a deck. */
function useAddLink() {
  const deckId = useMatch('/mydecks/:deckId')?.params.deckId;
  return deckId
    ? { to: `/mydecks/${deckId}?add=new`, label: t`Add a card` }
    : { to: '/mydecks?add=new', label: t`Add a deck` };
}

/** The links of the bar for the thumb. */
function Links() {
  const bar = useBottomBar();
  const add = useAddLink();
  return (
    <>
      {/* Keeps the end of the page above the bar. */}
      <Box aria-hidden sx={{ ...inHighWindows, height: barHeight, flexShrink: 0 }} />
      <Box
        ref={bar}
        component="nav"
        aria-label={t`Pages`}
        sx={{
          ...inHighWindows,
          position: 'fixed',
          insetInline: 0,
          bottom: 0,
          zIndex: 1100,
          bgcolor: 'surface.nav',
          borderTop: '1px solid',
          borderColor: 'divider',
          pb: 'env(safe-area-inset-bottom)',
          '@media print': { display: 'none' },
        }}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' }}>
          {links().map(({ to, label }) => (
            <ButtonBase key={to} component={NavLink} to={to} sx={item}>
              {icons[to]}
              <Label>{label}</Label>
            </ButtonBase>
          ))}
          <ButtonBase component={Link} to={add.to} aria-label={add.label} sx={item}>
            <PlusIcon />
            <Label>{t`Add`}</Label>
          </ButtonBase>
        </Box>
      </Box>
    </>
  );
}

/** Links at the bottom of phones; away where the page has controls of its own in that place. */
export function BottomNav() {
  const inSession = useMatch('/study/:deckId') !== null;
  const { pathname } = useLocation();
  if (inSession || pathname === '/welcome') return <></>;
  return <Links />;
}
