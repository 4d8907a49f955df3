import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { serverNow } from '../../../shared/browser/server-clock.ts';
import { FormField } from '../../../shared/ui/fields.tsx';
import { Stat } from '../../../shared/ui/figures/stat.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { DayBars } from './day-bars.tsx';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { AdminDaysDocument, AdminStatsDocument, type AdminStatsQuery } from './overview-tab.generated.ts';
import { usePolled } from '../use-polled.ts';
import { numberLabel } from '../../../shared/format/format.ts';

/** Loaded lazily, so that the numbers above do not wait for it. */
const GenerationCosts = lazyNamed(() => import('./generation-costs.tsx'), 'GenerationCosts');
const Funnel = lazyNamed(() => import('./funnel.tsx'), 'Funnel');
const Runs = lazyNamed(() => import('../deletion/runs.tsx'), 'Runs');

const refreshMs = 15_000;
const daysMs = 5 * 60_000;
const maxMinutes = 120;

/** Parses the online window in minutes and clamps it to 1 to 120; 5 for an invalid text. */
function windowOf(text: string): number {
  const minutes = Math.round(Number(text));
  return text.trim() === '' || Number.isNaN(minutes) ? 5 : Math.min(maxMinutes, Math.max(1, minutes));
}

function useSecondsSince(instant: number | null): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return instant === null ? 0 : Math.max(0, Math.floor((now - instant) / 1000));
}

interface UpdatedProps {
  readAt: number | null;
  hasFailed: boolean;
}

function Updated({ readAt, hasFailed }: UpdatedProps) {
  const seconds = useSecondsSince(readAt);
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 21 }}>
      {readAt !== null && t`Updated ${seconds} s ago`}
      {readAt === null && !hasFailed && t`Loading…`}
    </Typography>
  );
}

const toList = {
  display: 'block',
  color: 'inherit',
  textDecoration: 'none',
  borderRadius: '12px',
  '&:hover p': { textDecoration: 'underline' },
};

interface NumbersProps {
  stats: AdminStatsQuery['adminStats'] | null;
  hasFailed: boolean;
  /** Minutes within which a user counts as online. */
  within: number;
}

/** The numbers of all users, each with its list; new users are first in the list of all. */
function Numbers({ stats, hasFailed, within }: NumbersProps) {
  const numbers = [
    { label: t`Total`, value: stats?.totalUsers, list: '' },
    { label: t`Verified`, value: stats?.verifiedUsers, list: '&type=verified' },
    {
      label: t`Unverified`,
      value: stats && stats.totalUsers - stats.verifiedUsers,
      list: '&type=unverified',
    },
    { label: t`Demo`, value: stats?.demoUsers, list: '&type=demo' },
    { label: t`Online`, value: stats?.onlineNow, list: `&active=${within}` },
    { label: t`New (24h)`, value: stats?.newLast24h, list: '' },
  ];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
        mb: 4,
      }}
    >
      {numbers.map(({ label, value, list }) => (
        <Box key={label} role="group" aria-label={label} sx={{ minWidth: 0 }}>
          <Box component={Link} to={`/admin?tab=users${list}`} sx={toList}>
            <Stat
              label={label}
              loading={!stats && !hasFailed}
              value={value == null ? '–' : numberLabel(value)}
            />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function History() {
  const client = useApolloClient();
  const { context } = useOperator();
  const read = useCallback(
    async () =>
      (await client.query({ query: AdminDaysDocument, context, fetchPolicy: 'no-cache' })).data.adminDays,
    [client, context],
  );
  const { value: days, error, refresh } = usePolled(read, daysMs);
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {t`Last 30 days`}
      </Typography>
      {days && <DayBars days={days} />}
      {!days && error !== null && (
        <RetryAlert text={failureText(t`Failed to load the last days`, error)} onRetry={refresh} />
      )}
    </>
  );
}

export function OverviewTab() {
  const client = useApolloClient();
  const { context } = useOperator();
  const [minutes, setMinutes] = useState('5');
  const within = windowOf(minutes);
  const read = useCallback(async () => {
    const variables = { within };
    const how = { query: AdminStatsDocument, variables, context, fetchPolicy: 'no-cache' } as const;
    return (await client.query(how)).data.adminStats;
  }, [client, context, within]);
  const { value: stats, readAt, error, refresh } = usePolled(read, refreshMs);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          // In one row on a phone, the time of the reading would move everything below when it appears.
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { sm: 'center' },
          gap: { xs: 1, sm: 2 },
          mb: 2,
        }}
      >
        <FormField
          label={t`Online within (mins)`}
          type="number"
          size="small"
          value={minutes}
          helperText={t`Counted: ${plural(within, { one: '# minute', other: '# minutes' })}`}
          onChange={(event) => setMinutes(event.target.value)}
          slotProps={{ htmlInput: { min: 1, max: maxMinutes } }}
          sx={{ width: { sm: 240 }, mb: 0 }}
        />
        <Updated readAt={readAt} hasFailed={error !== null} />
      </Box>
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load stats`, error)} onRetry={refresh} sx={{ mb: 2 }} />
      )}

      <Numbers stats={stats} hasFailed={error !== null} within={within} />
      <History />
      <Suspense>
        <Funnel />
        <GenerationCosts />
        <Runs />
      </Suspense>
    </>
  );
}
