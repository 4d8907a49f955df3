import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { numberLabel } from '../../../shared/format/format.ts';
import { percentLabel } from '../../../shared/format/percent.ts';
import { PastMonthDocument } from './schedule-panel.generated.ts';
import { planOf, valuesOf, type ScheduleSettings } from './schedule-rules.ts';
import { useEffectOfPlan } from './use-effect-of-plan.ts';

/** Fewer answers in a month say little. */
const leastAnswers = 60;

const perDay = (value: number) => numberLabel(Math.round(value));

const retryMs = 4_000;
const mostRetries = 3;

/** The table of today may have used up what an account may read at once, so that this one is read a little later. */
function usePastMonth() {
  const { data, loading, refetch } = useQuery(PastMonthDocument, {
    fetchPolicy: 'cache-first',
    // Part of a response would say that there is no month to compare with.
    errorPolicy: 'none',
  });
  const retries = useRef(0);
  const hasFailed = !data && !loading;
  useEffect(() => {
    if (!hasFailed || retries.current >= mostRetries) return;
    const timer = setTimeout(() => {
      retries.current += 1;
      refetch().catch(() => {});
    }, retryMs);
    return () => clearTimeout(timer);
  }, [hasFailed, refetch]);
  return { data, loading };
}

/** How far off the forecast would have been for the last month, by the cards of a month ago and the saved settings. */
export function OwnError({ settings }: { settings: ScheduleSettings }) {
  const { data, loading } = usePastMonth();
  const table = data?.viewer.memoryTable ?? null;
  const foreseen = useEffectOfPlan(table, 'month', planOf(valuesOf(settings)));
  const days = data?.viewer.statistics?.days.slice(0, -1) ?? [];
  const answers = days.reduce((sum, day) => sum + day.answers, 0);
  if (!data && !loading) return <></>;
  if (!data || (table && foreseen === null)) return <Sentence>{t`Comparing with your last month…`}</Sentence>;
  if (foreseen === null || table === null || table.total === 0 || answers < leastAnswers)
    return <Sentence>{t`After a month of study this says how far off it was.`}</Sentence>;
  const came = answers / days.length;
  const off = percentLabel((100 * Math.abs(foreseen - came)) / came);
  return (
    <Sentence>
      {t`A month ago this would have said ${perDay(foreseen)} cards a day. ${perDay(came)} a day came: ${off} off.`}
    </Sentence>
  );
}

const Sentence = ({ children }: { children: string }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
    {children}
  </Typography>
);
