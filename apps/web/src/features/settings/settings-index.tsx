import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { tint } from '../../shared/theme/tokens.ts';

export type Section =
  | 'name'
  | 'study'
  | 'schedule'
  | 'away'
  | 'exam'
  | 'changes'
  | 'reminders'
  | 'session'
  | 'language'
  | 'appearance'
  | 'email'
  | 'password'
  | 'devices'
  | 'storage'
  | 'data'
  | 'erase';

export interface Group {
  title: string;
  sections: readonly [Section, string][];
}

/** The sections by what they are about, in the order of the page. */
export const settingsGroups = (): readonly Group[] => [
  {
    title: t`Studying`,
    sections: [
      ['study', t`Study days and goals`],
      ['session', t`Study session`],
      ['schedule', t`Schedule`],
      ['away', t`Time away`],
      ['exam', t`Exam`],
      ['changes', t`Changes`],
      ['reminders', t`Reminders`],
    ],
  },
  {
    title: t`This app`,
    sections: [
      ['language', t`Language`],
      ['appearance', t`Appearance`],
    ],
  },
  {
    title: t`Your account`,
    sections: [
      ['name', t`Name`],
      ['email', t`Email`],
      ['password', t`Password`],
      ['devices', t`Devices`],
    ],
  },
  {
    title: t`Your data`,
    sections: [
      ['storage', t`Storage`],
      ['data', t`Your data`],
      ['erase', t`Erase my account`],
    ],
  },
];

const sections = () => settingsGroups().flatMap((group) => group.sections);

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

/** Distance below the top of the window at which a section counts as the one that is read. */
const readFrom = 140;

/** How long a jump to a section may scroll, in milliseconds. */
const jumpMs = 500;

/** The section at the top of the window: the last one whose top has been scrolled past, at the end of the page the last. */
function sectionInView(): Section | undefined {
  const names = sections().map(([section]) => section);
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2;
  const isPassed = (section: Section) =>
    (document.getElementById(section)?.getBoundingClientRect().top ?? Infinity) <= readFrom;
  return isAtEnd ? names.at(-1) : (names.findLast(isPassed) ?? names[0]);
}

/** The section that is read: the one that the address names, until the page is scrolled. */
function useReadSection(): Section | undefined {
  const { hash, key } = useLocation();
  const [scrolled, setScrolled] = useState<{ key: string; section: Section | undefined }>();
  useEffect(() => {
    const jumpedAt = performance.now();
    const find = () => {
      // A chosen section near the end of the page cannot reach the top of the window.
      if (performance.now() - jumpedAt > jumpMs) setScrolled({ key, section: sectionInView() });
    };
    window.addEventListener('scroll', find, { passive: true });
    window.addEventListener('resize', find);
    return () => {
      window.removeEventListener('scroll', find);
      window.removeEventListener('resize', find);
    };
  }, [key]);
  if (scrolled?.key === key) return scrolled.section;
  const names = sections().map(([section]) => section);
  return names.find((section) => hash === `#${section}`) ?? names[0];
}

const link = {
  display: { xs: 'none', md: 'flex' },
  alignItems: 'center',
  minHeight: 36,
  px: 1.5,
  borderRadius: '8px',
  fontSize: '0.875rem',
  color: 'text.secondary',
  '&:hover': { bgcolor: tint.barHover },
  '&[aria-current]': { color: 'text.primary', bgcolor: tint.soft },
} as const;

/** On a phone the groups alone are linked, each to its first section. */
const groupLink = {
  ...link,
  display: { xs: 'flex', md: 'none' },
  minHeight: 44,
} as const;

/** Links to the sections, of which the read one is marked, beside them; on a phone links to the groups above them. */
export function SettingsIndex() {
  const read = useReadSection();
  return (
    <Box
      component="nav"
      aria-label={t`Sections of the settings`}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        columnGap: 0.5,
        rowGap: { md: 2 },
        position: { md: 'sticky' },
        top: { md: 92 },
      }}
    >
      {settingsGroups().map(({ title, sections: ofGroup }) => (
        <Box key={title} sx={{ display: { xs: 'contents', md: 'flex' }, flexDirection: 'column', gap: 0.5 }}>
          <Link
            component={RouterLink}
            to={{ hash: ofGroup[0]?.[0] ?? '' }}
            aria-current={ofGroup.some(([section]) => section === read) ? 'location' : undefined}
            underline="none"
            sx={groupLink}
          >
            {title}
          </Link>
          <Typography
            variant="caption"
            sx={{ display: { xs: 'none', md: 'block' }, px: 1.5, color: 'meaning.muted' }}
          >
            {title}
          </Typography>
          {ofGroup.map(([section, label]) => (
            <Link
              key={section}
              component={RouterLink}
              to={{ hash: section }}
              aria-current={read === section ? 'location' : undefined}
              underline="none"
              sx={link}
            >
              {label}
            </Link>
          ))}
        </Box>
      ))}
    </Box>
  );
}
