import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { BoltIcon, CalendarIcon, ClockIcon, FlameIcon } from '../../shared/ui/icons.tsx';
import type { StatsStripPartsFragment } from './stats-strip.generated.ts';

function Item({
  icon,
  colour,
  value,
  label,
}: {
  icon: ReactNode;
  colour: string;
  value: ReactNode;
  label: string;
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto auto auto' },
        columnGap: 0.75,
        alignItems: 'center',
      }}
    >
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', fontSize: 20, color: colour }}>
        {icon}
      </Box>
      <Box component="span" sx={{ fontWeight: 700, fontSize: '1.0625rem' }}>
        {value}
      </Box>
      <Box
        component="span"
        sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, color: 'text.secondary', fontSize: '0.875rem' }}
      >
        {label}
      </Box>
    </Box>
  );
}

/** Four small numbers beside the greeting; 0 and 3 days stand in until the real ones are known. */
export function StatsStrip({ stats, due }: { stats: StatsStripPartsFragment | null; due: number }) {
  const { streak = 0, xp = 0, targetDays = 3, completedDays = 0 } = stats ?? {};
  return (
    <Box
      sx={{
        display: 'grid',
        width: { xs: 1, sm: 'auto' },
        gridTemplateColumns: { xs: 'repeat(4, minmax(0, 1fr))', sm: 'repeat(4, auto)' },
        gap: { xs: 1, sm: 3 },
      }}
    >
      <Item icon={<FlameIcon />} colour="meaning.streak" value={streak} label="streak" />
      <Item icon={<BoltIcon />} colour="meaning.link" value={xp} label="XP" />
      <Item
        icon={<CalendarIcon />}
        colour="meaning.good"
        value={`${completedDays}/${targetDays}`}
        label="days"
      />
      <Item icon={<ClockIcon />} colour="meaning.streak" value={due} label="due" />
    </Box>
  );
}
