import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import { numberLabel, dateFormat } from '../../shared/format/format.ts';
import { percentLabel } from '../../shared/format/percent.ts';
import { BarChart } from './bar-chart.tsx';
import { NotLoaded } from '../../shared/ui/states/not-loaded.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { SaidAndWasDocument, type SaidAndWasQuery } from './said-and-was.generated.ts';

type Calibration = NonNullable<SaidAndWasQuery['viewer']['calibration']>;
type Means = Pick<Calibration, 'reviews' | 'said' | 'was'>;

/** Fewer reviews say little: with 100 the share has an error of about three percentage points. */
const leastReviews = 100;

const formatMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthLabel = (month: string): string => formatMonth(new Date(`${month}-01T00:00:00Z`));

const share = (part: number): string => percentLabel(part * 100);
const meansText = ({ said, was }: Means): string => t`${share(was)}, said ${share(said)}`;
const rowOf = (label: string, { said, was, reviews }: Means): string[] => [
  label,
  share(said),
  share(was),
  numberLabel(reviews),
];

const loss = (value: number): string =>
  numberLabel(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

function Details({ logLoss, rmseBins, constantLogLoss, movingAverageLogLoss }: Calibration) {
  const rows = [
    [t`Log loss of the predictions`, loss(logLoss)],
    [t`Log loss of a constant`, loss(constantLogLoss)],
    [t`Log loss of a moving average`, loss(movingAverageLogLoss)],
    [t`RMSE (bins)`, loss(rmseBins)],
  ] as const;
  return (
    <Box component="details" sx={{ fontSize: '0.875rem' }}>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'meaning.link', py: 1.5 }}>
        {t`Details`}
      </Box>
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, m: 0, rowGap: 0.5 }}
      >
        {rows.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Months and decks in the chart; the table has all of them. */
const barsDrawn = 6;

/** What was predicted before each review, and what came. */
export function SaidAndWas() {
  const { data, loading, refetch } = useQuery(SaidAndWasDocument, { fetchPolicy: 'cache-and-network' });
  const calibration = data?.viewer.calibration;
  if (data && !calibration)
    return (
      <Panel title={t`Said and was`} note={t`How well Kumbuka foresees what you remember.`}>
        <Box sx={{ color: 'text.secondary', py: 2 }}>
          {t`Shown from ${leastReviews} reviews on. You have ${numberLabel(0)} so far.`}
        </Box>
      </Panel>
    );
  if (!calibration)
    return loading ? null : (
      <Panel title={t`Said and was`} action={<NotLoaded onRetry={() => void refetch()} />} />
    );
  const { reviews, said, was } = calibration;
  const isEnough = reviews >= leastReviews;
  const months = calibration.months.map((month) => ({ label: monthLabel(month.month), ...month }));
  const decks = calibration.decks.flatMap((deck) => (deck.deck ? [{ label: deck.deck.title, ...deck }] : []));
  const sentence = t`We said ${share(said)}, you remembered ${share(was)} of ${numberLabel(reviews)} reviews.`;
  const bars = [...months.slice(-barsDrawn), ...decks.slice(0, barsDrawn)];
  return (
    <ChartPanel
      title={t`Said and was`}
      note={isEnough ? sentence : t`How well Kumbuka foresees what you remember.`}
      nothing={
        isEnough ? null : t`Shown from ${leastReviews} reviews on. You have ${numberLabel(reviews)} so far.`
      }
      table={{
        caption: t`Said and was by month and deck`,
        isOwn: true,
        heads: [t`Month or deck`, t`Said`, t`Remembered`, t`Reviews`],
        rows: [...months, ...decks].map(({ label, ...means }) => rowOf(label, means)),
      }}
      more={isEnough && <Details {...calibration} />}
    >
      <BarChart
        isOwn
        sentence={sentence}
        rows={bars.map(({ label, ...means }) => ({ label, share: means.was, text: meansText(means) }))}
      />
    </ChartPanel>
  );
}
