import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { dateOf, dayOfDate } from '@kumbuka/contracts/study-day';
import { dateFormat, listLabel } from '../../../shared/format/format.ts';
import { percentLabel } from '../../../shared/format/percent.ts';
import type { ExamEffect } from './exam-effect.ts';
import { ExamProgressDocument, type ExamPartsFragment } from './exam-panel.generated.ts';
import { corrected, reasonsOf, type Reason } from './exam-rules.ts';

const formatDate = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
export const dayLabel = (date: string) => formatDate(new Date(date));
export const shareLabel = (share: number) => percentLabel(share * 100);

const cell = { py: 0.75, px: 1, textAlign: 'right', fontVariantNumeric: 'tabular-nums' } as const;

/** Days that the table shows. */
const daysShown = 7;

interface ExamRow {
  date: string;
  promised: number;
  actual: number;
}

function Days({ rows }: { rows: readonly ExamRow[] }) {
  return (
    <Box component="table" sx={{ width: 1, borderCollapse: 'collapse', fontSize: '0.875rem', my: 1 }}>
      <Box component="caption" sx={{ textAlign: 'left', fontWeight: 600, mb: 0.5 }}>
        {t`Promised and actual`}
      </Box>
      <thead>
        <Box component="tr" sx={{ color: 'text.secondary' }}>
          <Box component="th" scope="col" sx={{ ...cell, textAlign: 'left', pl: 0 }}>
            {t`Day`}
          </Box>
          <Box component="th" scope="col" sx={cell}>
            {t`Promised`}
          </Box>
          <Box component="th" scope="col" sx={cell}>
            {t`Actual`}
          </Box>
        </Box>
      </thead>
      <tbody>
        {rows.map(({ date, promised, actual }) => (
          <Box component="tr" key={date} sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
            <Box component="th" scope="row" sx={{ ...cell, textAlign: 'left', pl: 0, fontWeight: 400 }}>
              {dayLabel(date)}
            </Box>
            <Box component="td" sx={cell}>
              {shareLabel(promised)}
            </Box>
            <Box component="td" sx={cell}>
              {shareLabel(actual)}
            </Box>
          </Box>
        ))}
      </tbody>
    </Box>
  );
}

interface CourseProps {
  exam: ExamPartsFragment;
  /** What is foreseen by now. */
  effect: ExamEffect;
  busy: boolean;
  onPlanAnew: () => void;
}

function reasonText(reason: Reason, { missedDays, added }: { missedDays: number; added: number }): string {
  switch (reason) {
    case 'missed-days':
      return plural(missedDays, { one: 'you did not study on # day', other: 'you did not study on # days' });
    case 'more-cards':
      return plural(added, { one: '# card was added', other: '# cards were added' });
    case 'less-remembered':
      return t`you remembered less than foreseen`;
  }
}

/** How an exam that was planned goes: what was promised, what is, and why they differ. */
export function ExamCourse({ exam, effect, busy, onPlanAnew }: CourseProps) {
  const { data } = useQuery(ExamProgressDocument, { fetchPolicy: 'cache-and-network' });
  const actual = data?.viewer.stats?.exam?.actual ?? [];
  const first = dayOfDate(exam.plannedOn);
  // On its first day the promise was made in the middle of the day.
  const rows = actual.slice(1).map((recall, index) => ({
    date: dateOf(first + 1 + index),
    promised: exam.promise[1 + index] ?? 0,
    actual: corrected(recall, effect.recallShift),
  }));
  const days = data?.viewer.statistics?.days.slice(0, -1) ?? [];
  const missedDays = days.filter(({ date, answers }) => date >= exam.plannedOn && answers === 0).length;
  const foreseen = effect.days.at(-1)?.recall ?? 0;
  const reasons = data ? reasonsOf({ exam, foreseen, missedDays, cards: effect.cards }) : [];
  const because = listLabel(
    reasons.map((reason) => reasonText(reason, { missedDays, added: effect.cards - exam.cards })),
  );
  const promised = shareLabel(exam.promise.at(-1) ?? 0);
  return (
    <Box role="region" aria-label={t`Course of the exam`} sx={{ display: 'grid', gap: 1, my: 2 }}>
      <Typography>{t`Promised for ${dayLabel(exam.date)}: you remember ${promised} of the cards.`}</Typography>
      {data && reasons.length === 0 && <Typography>{t`You are on course.`}</Typography>}
      {reasons.length > 0 && (
        <>
          <Typography>{t`By now ${shareLabel(foreseen)} is foreseen, because ${because}.`}</Typography>
          <Box>
            <Button variant="outlined" loading={busy} onClick={onPlanAnew}>
              {t`Plan anew`}
            </Button>
          </Box>
        </>
      )}
      {rows.length > 0 && <Days rows={rows.slice(-daysShown)} />}
      <Box>
        <Button component={Link} to={`/study/due?minutes=${exam.minutesADay}&exam=1`} variant="contained">
          {t`Study for the exam`}
        </Button>
      </Box>
    </Box>
  );
}
