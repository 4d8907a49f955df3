import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useEffect } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { tint } from '../../shared/theme/tokens.ts';

export type Section =
  | 'name'
  | 'study'
  | 'schedule'
  | 'changes'
  | 'session'
  | 'language'
  | 'appearance'
  | 'email'
  | 'password'
  | 'devices'
  | 'data'
  | 'erase';

const sections = (): [Section, string][] => [
  ['name', t`Name`],
  ['study', t`Study days and goals`],
  ['schedule', t`Schedule`],
  ['changes', t`Changes`],
  ['session', t`Study session`],
  ['language', t`Language`],
  ['appearance', t`Appearance`],
  ['email', t`Email`],
  ['password', t`Password`],
  ['devices', t`Devices`],
  ['data', t`Your data`],
  ['erase', t`Erase my account`],
];

/** Moves the focus to a section when its control with the focus is about to disappear. */
export const focusSection = (section: Section) =>
  document.getElementById(section)?.focus({ preventScroll: true });

/** Shows the section that the address names and moves the focus there, once it exists and at each press of its link. */
export function useNamedSection(isLoaded: boolean) {
  const { hash, key } = useLocation();
  useEffect(() => {
    const exists = sections().some(([section]) => hash === `#${section}`);
    const section = isLoaded && exists ? document.getElementById(hash.slice(1)) : null;
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the key differs at each press of a link
  }, [hash, key, isLoaded]);
}

/** Links to the sections: beside them where there is room, above them on a phone. */
export function SettingsIndex() {
  const { hash } = useLocation();
  return (
    <Box
      component="nav"
      aria-label={t`Sections of the settings`}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        gap: { xs: 1, md: 0.5 },
        position: { md: 'sticky' },
        top: { md: 92 },
      }}
    >
      {sections().map(([section, label]) => (
        <Link
          key={section}
          component={RouterLink}
          to={{ hash: section }}
          aria-current={hash === `#${section}` ? 'location' : undefined}
          underline="none"
          sx={{
            display: 'flex',
            alignItems: 'center',
            minHeight: 44,
            px: 1.5,
            borderRadius: '12px',
            border: '1px solid',
            borderColor: { xs: 'divider', md: 'transparent' },
            fontSize: '0.875rem',
            fontWeight: 600,
            '&:hover': { bgcolor: tint.barHover },
            '&[aria-current]': { color: 'text.primary', bgcolor: tint.soft },
          }}
        >
          {label}
        </Link>
      ))}
    </Box>
  );
}
