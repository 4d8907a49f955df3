import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { dateOf, todayAt } from '@kumbuka/contracts/study-day';
import { aboutMinutes, dateFormat, numberLabel } from '../../../shared/format/format.ts';
import { ownText } from '../../../shared/format/own-text.ts';
import { percentLabel } from '../../../shared/format/percent.ts';
import { wordsOf } from '../../../shared/format/words-of.ts';
import { useNow } from '../../../shared/hooks/use-now.ts';
import { useStudyClock } from '../../../shared/study/use-study-clock.ts';
import { FormField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../../shared/ui/states/not-loaded.tsx';
import { PastDayDocument, type PastDayQuery } from './past-day.generated.ts';

type Day = NonNullable<PastDayQuery['viewer']['pastDay']>;
type Answer = Day['answers'][number];

const formatDate = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const cards = (count: number) => plural(count, { one: '# card', other: '# cards' });

function sentencesOf({ due, known, studied, answered, correct, minutes }: Day): string[] {
  const began =
    studied === 0
      ? t`You had studied no card yet when the day began.`
      : t`When the day began, ${plural(due, { one: '# card was due', other: '# cards were due' })}. You would have remembered ${numberLabel(known)} of ${numberLabel(studied)}.`;
  const came =
    answered === 0
      ? t`You did not study on that day.`
      : t`You answered ${cards(answered)} in ${aboutMinutes(minutes)}, ${numberLabel(correct)} of them right.`;
  return [began, came];
}

function saidOf({ predictedRecall, wasCorrect }: Answer): string {
  const came = wasCorrect ? t`right` : t`wrong`;
  return predictedRecall === null ? t`new, ${came}` : t`said ${percentLabel(predictedRecall * 100)}, ${came}`;
}

function Answers({ answers }: Pick<Day, 'answers'>) {
  return (
    <Box
      component="ul"
      tabIndex={0}
      aria-label={t`Answers of that day`}
      sx={{ listStyle: 'none', m: 0, p: 0, mt: 1, maxHeight: 320, overflow: 'auto', fontSize: '0.875rem' }}
    >
      {answers.map((answer, index) => (
        <Box
          component="li"
          key={index}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            py: 0.75,
            borderTop: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Box component="span" {...ownText} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {answer.flashcard ? wordsOf(answer.flashcard.frontText, answer.flashcard.format) : '–'}
          </Box>
          <Box component="span" sx={{ color: 'text.secondary', flexShrink: 0 }}>
            {saidOf(answer)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Shown({ date }: { date: string }) {
  // Part of a response would say that the day is too long ago.
  const { data, loading, refetch } = useQuery(PastDayDocument, { variables: { date }, errorPolicy: 'none' });
  if (loading && !data) return <Typography sx={{ color: 'text.secondary' }}>{t`Loading…`}</Typography>;
  if (!data) return <NotLoaded onRetry={() => void refetch().catch(() => {})} />;
  const day = data.viewer.pastDay;
  if (!day) return <Typography>{t`That day is too long ago to be computed.`}</Typography>;
  return (
    <Box role="region" aria-label={formatDate(new Date(date))}>
      {sentencesOf(day).map((sentence) => (
        <Typography key={sentence}>{sentence}</Typography>
      ))}
      {day.answers.length > 0 && <Answers answers={day.answers} />}
    </Box>
  );
}

/** Any earlier study day: what was due, what was believed, and what came. */
export function PastDay() {
  const today = todayAt(useStudyClock(), useNow());
  const [date, setDate] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const latest = dateOf(today - 1);
  const isPast = /^\d{4}-\d{2}-\d{2}$/.test(date) && date <= latest;
  return (
    <Panel
      title={t`A day as it was`}
      note={t`What was due on an earlier day, what was foreseen, and what came.`}
    >
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPast) setShown(date);
        }}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1.5, mt: 2 }}
      >
        <FormField
          label={t`Day`}
          type="date"
          value={date}
          helperText={date !== '' && !isPast ? t`Choose a day before today.` : ' '}
          error={date !== '' && !isPast}
          onChange={({ target }) => setDate(target.value)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: latest } }}
          sx={{ flex: '1 1 160px' }}
        />
        <Button type="submit" variant="outlined" disabled={!isPast} sx={{ mt: 0.5 }}>
          {t`Show the day`}
        </Button>
      </Box>
      {shown && <Shown date={shown} />}
    </Panel>
  );
}
