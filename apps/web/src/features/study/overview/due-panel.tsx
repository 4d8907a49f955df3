import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dateFormat } from '../../../shared/format/format.ts';
import { dueText } from '../../../shared/study/due-text.ts';
import { useDueLearner } from '../../../shared/study/use-due-learner.ts';
import { BoltIcon, ClockIcon, FlameIcon } from '../../../shared/ui/icons.tsx';
import type { StudyDuePartsFragment } from './due-panel.generated.ts';

function DueLine({ icon, colour, children }: { icon: ReactNode; colour: string; children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Box component="span" aria-hidden sx={{ display: 'inline-flex', fontSize: 22, color: colour }}>
        {icon}
      </Box>
      {children}
    </Box>
  );
}

/** Due cards of a day from which on a limit is worth a word. */
const manyCards = 100;

const formatDate = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const dateLabel = (date: string) => formatDate(new Date(date));

type Stats = NonNullable<StudyDuePartsFragment['stats']>;

/** What waits beyond the limit of today, and until when. */
function backlogText({ waiting, clearOn, dailyLimit }: Stats, dueCount: number): string | null {
  if (waiting > 0) {
    const wait = plural(waiting, {
      one: '# more card waits because of your limit, the weakest come first',
      other: '# more cards wait because of your limit, the weakest come first',
    });
    return clearOn === null ? t`${wait}.` : t`${wait}. None is left on ${dateLabel(clearOn)}.`;
  }
  if (dailyLimit > 0 || dueCount < manyCards) return null;
  return t`That is a lot for one day. With a limit the weakest cards come first, and you see when the rest is done.`;
}

/** What waits, an absence, and where both are changed. */
function Backlog({ stats, dueCount }: { stats: Stats; dueCount: number }) {
  const { absence, exam } = stats;
  const texts = [
    { text: backlogText(stats, dueCount), to: '/settings#schedule', link: t`Change the limit` },
    {
      text: absence && t`You are away from ${dateLabel(absence.from)} to ${dateLabel(absence.until)}.`,
      to: '/settings#away',
      link: t`See what to study before`,
    },
    {
      text: exam && t`Exam on ${dateLabel(exam.date)}.`,
      to: `/study/due?minutes=${exam?.minutesADay}&exam=1`,
      link: t`Study for the exam`,
    },
  ].filter(({ text }) => text);
  return texts.map(({ text, to, link }) => (
    <Typography key={to} variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
      {text}{' '}
      <MuiLink component={Link} to={to}>
        {link}
      </MuiLink>
    </Typography>
  ));
}

interface TodayNumbersProps {
  stats: NonNullable<StudyDuePartsFragment['stats']>;
  tomorrow: number;
}

/** The numbers of the day that the learner has already. The goal has its own panel. */
function TodayNumbers({ stats, tomorrow }: TodayNumbersProps) {
  if (stats.streak === 0 && stats.xp === 0 && tomorrow === 0) return <></>;
  return (
    <Box
      component="ul"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 4,
        rowGap: 1,
        m: 0,
        mt: 3,
        p: 0,
        listStyle: 'none',
      }}
    >
      {stats.streak > 0 && (
        <DueLine icon={<FlameIcon />} colour="meaning.streak">
          {t`${stats.streak}-day streak`}
        </DueLine>
      )}
      {stats.xp > 0 && (
        <DueLine icon={<BoltIcon />} colour="meaning.link">
          {t`${stats.xp} XP`}
        </DueLine>
      )}
      {tomorrow > 0 && (
        <DueLine icon={<ClockIcon />} colour="meaning.streak">
          {t`${plural(tomorrow, { one: '# card', other: '# cards' })} tomorrow`}
        </DueLine>
      )}
    </Box>
  );
}

/** Due cards across all decks, with the numbers of the day. */
export function DuePanel({ viewer, onRetry }: { viewer: StudyDuePartsFragment; onRetry: () => void }) {
  const { dashboard, stats, forecast } = viewer;
  const learner = useDueLearner();
  const text = dashboard && dueText(dashboard, learner);
  return (
    <Card
      component="section"
      aria-label={t`Due today`}
      sx={{ p: { xs: 2.5, sm: 3 }, display: 'grid', alignContent: 'center' }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h2">{text?.title ?? t`Your due cards`}</Typography>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
            {text?.lead ?? t`Due cards could not be loaded. Your answers are safe.`}
          </Typography>
        </Box>
        {!text && (
          <Button variant="outlined" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )}
        {text?.action && (
          <Button
            component={Link}
            to="/study/due"
            variant="contained"
            size="large"
            sx={{ width: { xs: 1, sm: 'auto' } }}
          >
            {text.action}
          </Button>
        )}
      </Box>
      {stats && <Backlog stats={stats} dueCount={dashboard?.dueCount ?? 0} />}
      {stats && <TodayNumbers stats={stats} tomorrow={forecast?.[1]?.count ?? 0} />}
    </Card>
  );
}
