import { t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type Ref } from 'react';
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

/** Whether an element has been in the window; always where the browser cannot tell. */
function useSeen() {
  const ref = useRef<HTMLParagraphElement>(null);
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in globalThis));
  useEffect(() => {
    const target = ref.current;
    if (isSeen || !target) return;
    const observer = new IntersectionObserver(([entry]) => void (entry?.isIntersecting && setSeen(true)));
    observer.observe(target);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}

/**
 * The cards of a month ago, once their sentence is in the window. The table of today may have used up what an account may
 * read at once, so that this one is read a little later.
 */
function usePastMonth(isSeen: boolean) {
  const { data, loading, refetch } = useQuery(PastMonthDocument, {
    skip: !isSeen,
    fetchPolicy: 'cache-first',
    // Part of a response would say that there is no month to compare with.
    errorPolicy: 'none',
  });
  const retries = useRef(0);
  const hasFailed = isSeen && !data && !loading;
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
  const { ref, isSeen } = useSeen();
  const { data, loading } = usePastMonth(isSeen);
  const table = data?.viewer.memoryTable ?? null;
  const foreseen = useEffectOfPlan(table, 'month', planOf(valuesOf(settings)));
  const days = data?.viewer.statistics?.days.slice(0, -1) ?? [];
  const answers = days.reduce((sum, day) => sum + day.answers, 0);
  if (isSeen && !data && !loading) return <></>;
  if (!data || (table && foreseen === null))
    return <Sentence sentence={ref}>{t`Comparing with your last month…`}</Sentence>;
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

const Sentence = ({ children, sentence }: { children: string; sentence?: Ref<HTMLParagraphElement> }) => (
  <Typography ref={sentence ?? null} variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
    {children}
  </Typography>
);
