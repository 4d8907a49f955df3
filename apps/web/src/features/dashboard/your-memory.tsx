import { t } from '@lingui/core/macro';
import { dateOf, todayAt } from '@kumbuka/contracts/study-day';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useDelayed } from '../../shared/hooks/use-delayed.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { Panel } from '../../shared/ui/page/page.tsx';
import { weeksUntil } from './calendar.ts';
import { FoldPanel } from './fold-panel.tsx';
import { Forecast } from './forecast.tsx';
import { Heatmap } from './heatmap.tsx';
import { LevelPanel } from './level-panel.tsx';
import type { YourMemoryQuery } from './your-memory.generated.ts';

type Viewer = YourMemoryQuery['viewer'];
const weeks = 26;
const notThere = () => t`This cannot be shown right now.`;

function Gap() {
  return <Typography sx={{ color: 'text.secondary' }}>{notThere()}</Typography>;
}

/** The date of the learner's study day. */
function useToday({ forecast }: Viewer): string {
  const clock = useStudyClock();
  const now = useNow();
  return forecast?.[0]?.date ?? dateOf(todayAt(clock, now));
}

function ReviewDays({ viewer }: { viewer: Viewer }) {
  const today = useToday(viewer);
  return (
    <FoldPanel title={t`Review days`} note={t`Cards answered per day.`}>
      {viewer.reviewDays ? (
        <Heatmap days={weeksUntil(viewer.reviewDays, today, weeks)} end={new Date(today)} />
      ) : (
        <Gap />
      )}
    </FoldPanel>
  );
}

function ComingUp({ viewer }: { viewer: Viewer }) {
  const { forecast } = viewer;
  return (
    <Panel title={t`Coming up`} note={t`Cards falling due after today.`} fill>
      {forecast ? <Forecast days={forecast.slice(1)} /> : <Gap />}
    </Panel>
  );
}

const grid = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
};

interface YourMemoryProps {
  data: YourMemoryQuery | undefined;
  loading: boolean;
  /** A learner without answers has one line instead of empty panels. */
  isNew: boolean;
  onRetry: () => void;
}

/** The group in one line, until its button is pressed. */
function Folded({ onOpen }: { onOpen: () => void }) {
  const title = t`Your memory`;
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        mt: 4,
        minHeight: 44,
      }}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {t`Your review days, what comes up and your level show here after the first answers.`}
      </Typography>
      <Button variant="text" aria-expanded={false} aria-label={t`Show: ${title}`} onClick={onOpen}>
        {t`Show`}
      </Button>
    </Box>
  );
}

/** History of the learner's reviews, and forecast of due cards. */
export function YourMemory({ data, loading, isNew, onRetry }: YourMemoryProps) {
  const late = useDelayed(loading && !data);
  const [isOpen, setIsOpen] = useState(false);
  if (isNew && !isOpen) return <Folded onOpen={() => setIsOpen(true)} />;
  return (
    <Box component="section" aria-labelledby="your-memory" sx={{ mt: 4, minHeight: 400 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          mb: 1,
          minHeight: 44,
        }}
      >
        <Typography id="your-memory" variant="h2" sx={{ flexShrink: 1_000 }}>
          {t`Your memory`}
        </Typography>
        <Button
          component={Link}
          to="/stats"
          variant="text"
          sx={{ minWidth: 0, mr: -1.75, textAlign: 'right' }}
        >
          {t`All statistics`}
        </Button>
      </Box>
      {late && (
        <Box sx={grid} aria-hidden>
          <Skeleton variant="rounded" height={312} sx={{ borderRadius: '16px' }} />
          <Skeleton variant="rounded" height={312} sx={{ borderRadius: '16px' }} />
        </Box>
      )}
      {data && (
        <Box sx={grid}>
          <ReviewDays viewer={data.viewer} />
          <ComingUp viewer={data.viewer} />
          {data.viewer.stats && (
            <Box sx={{ gridColumn: '1 / -1' }}>
              <LevelPanel stats={data.viewer.stats} />
            </Box>
          )}
        </Box>
      )}
      {!data && !loading && (
        <Box role="alert" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Gap />
          <Button variant="outlined" size="small" onClick={onRetry}>
            {t`Try again`}
          </Button>
        </Box>
      )}
    </Box>
  );
}
