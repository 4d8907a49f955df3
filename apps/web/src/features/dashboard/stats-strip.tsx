import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { BoltIcon, CalendarIcon, ClockIcon, FlameIcon } from '../../shared/ui/icons.tsx';
import { NotLoaded } from '../../shared/ui/states/not-loaded.tsx';
import type { StatsStripPartsFragment } from './stats-strip.generated.ts';

function Item({
  icon,
  colour,
  value,
  label,
}: {
  icon: ReactNode;
  colour: string;
  /** False until the value is loaded. */
  value: string | number | false;
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
      <Box component="span" sx={{ fontWeight: 700, fontSize: '1.0625rem', lineHeight: '27px' }}>
        {value === false ? <Skeleton variant="rounded" sx={{ width: 28, height: 20, my: '3.5px' }} /> : value}
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

interface StatsStripProps {
  stats: StatsStripPartsFragment | null;
  due: number | null;
  loading: boolean;
  onRetry: () => void;
}

/** Four small numbers beside the greeting: nothing while they load, 0 and 3 days after a failure, which a line below names. */
export function StatsStrip({ stats, due, loading, onRetry }: StatsStripProps) {
  const { streak = 0, xp = 0, targetDays = 3, completedDays = 0 } = stats ?? {};
  const isLoaded = stats !== null || !loading;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(4, auto)',
        justifyContent: { xs: 'space-between', sm: 'start' },
        width: { xs: 1, sm: 'auto' },
        gap: { xs: 1.5, sm: 3 },
      }}
    >
      <Item icon={<FlameIcon />} colour="meaning.streak" value={isLoaded && streak} label={t`streak`} />
      <Item icon={<BoltIcon />} colour="meaning.link" value={isLoaded && xp} label={t`XP`} />
      <Item
        icon={<CalendarIcon />}
        colour="meaning.good"
        value={isLoaded && `${completedDays}/${targetDays}`}
        label={t`days`}
      />
      <Item
        icon={<ClockIcon />}
        colour="meaning.streak"
        value={(due !== null || !loading) && (due ?? 0)}
        label={t`due`}
      />
      {!loading && (stats === null || due === null) && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <NotLoaded onRetry={onRetry} />
        </Box>
      )}
    </Box>
  );
}
