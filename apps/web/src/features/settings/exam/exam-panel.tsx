import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { numberLabel } from '../../../shared/format/format.ts';
import { ownText } from '../../../shared/format/own-text.ts';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../../shared/ui/states/not-loaded.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { PanelForm } from '../panel-form.tsx';
import type { MemoryTable } from '../schedule/memory.ts';
import type { ExamEffect } from './exam-effect.ts';
import { MemoryTableDocument, ScheduleSettingsDocument } from '../schedule/schedule-panel.generated.ts';
import { numbersWith, planOf, valuesOf, type ScheduleSettings } from '../schedule/schedule-rules.ts';
import { useScheduleDecks, type ScheduleDeck } from '../schedule/use-schedule-decks.ts';
import { useEffectOfPlan } from '../schedule/use-effect-of-plan.ts';
import { dayLabel, ExamCourse, shareLabel } from './exam-course.tsx';
import { ExamProgressDocument, UpdateExamDocument, type ExamPartsFragment } from './exam-panel.generated.ts';
import { examErrors, minutesOffered, mostDecks, type ExamValues } from './exam-rules.ts';

/** The days up to an exam, as far as it is entered. */
function useExamEffect(
  table: MemoryTable,
  settings: ScheduleSettings,
  decks: readonly ScheduleDeck[],
  { date, minutes, deckIds }: { date: string; minutes: number; deckIds: readonly string[] },
): ExamEffect | null {
  const unseen = decks
    .filter(({ id }) => deckIds.includes(id))
    .reduce((sum, { progress }) => sum + (progress?.newCount ?? 0), 0);
  const isAsked = date !== '' && deckIds.length > 0;
  const exam = isAsked ? { date, minutesADay: minutes, deckIds: deckIds.map(Number), unseen } : null;
  const effect = useEffectOfPlan(exam && table, 'exam', { ...planOf(valuesOf(settings)), exam });
  // One of another exam is shown until this one is computed.
  return effect && JSON.stringify(effect.asked) === JSON.stringify(exam) ? effect : null;
}

function Foreseen({ effect, date }: { effect: ExamEffect; date: string }) {
  const { days } = effect;
  const fresh = Math.round(days[0]?.fresh ?? 0);
  const last = days.findLastIndex((day) => day.fresh >= 0.5);
  const share = shareLabel(days.at(-1)?.recall ?? 0);
  return (
    <Box role="region" aria-label={t`What is foreseen`} sx={{ my: 1 }}>
      <Typography>{t`On ${dayLabel(date)} you would remember about ${share} of ${numberLabel(effect.cards)} cards.`}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {fresh === 0
          ? t`All cards are begun; the weakest come first.`
          : t`${plural(fresh, { one: '# new card', other: '# new cards' })} a day for ${plural(last + 1, { one: '# day', other: '# days' })}, and the weakest of the others first.`}
      </Typography>
    </Box>
  );
}

interface FormProps {
  table: MemoryTable;
  settings: ScheduleSettings;
  decks: readonly ScheduleDeck[];
  exam: ExamPartsFragment | null;
}

function useSaveExam() {
  const notify = useNotify();
  const [update, { loading: busy }] = useMutation(UpdateExamDocument);
  const [error, setError] = useState<string | null>(null);
  const save = async (exam: ExamPartsFragment | null, done: string) => {
    setError(null);
    try {
      await update({
        variables: { input: { exam } },
        refetchQueries: [ExamProgressDocument],
        awaitRefetchQueries: true,
      });
      notify(done);
    } catch (failure) {
      setError(messageOf(failure, t`Your exam may not have been saved. Try again in a moment.`));
    }
  };
  return { save, busy, error };
}

function ExamForm({ table, settings, decks, exam }: FormProps) {
  const { save, busy, error } = useSaveExam();
  const [deckIds, setDeckIds] = useState<readonly string[]>(exam?.deckIds ?? []);
  const [missing, setMissing] = useState<string | null>(null);
  const form = useForm<ExamValues>({
    initial: { date: exam?.date ?? '', minutes: String(exam?.minutesADay ?? 30) },
    validate: examErrors(table.today),
    onSubmit: async () => {
      if (deckIds.length === 0) return setMissing(t`Choose at least one deck.`);
      if (deckIds.length > mostDecks) return setMissing(t`Choose at most ${mostDecks} decks.`);
      if (effect?.cards === 0) return setMissing(t`These decks have no cards.`);
      setMissing(null);
      if (effect) await save(examOf(effect), t`Your exam is planned.`);
    },
  });
  const { date, minutes } = form.values;
  const effect = useExamEffect(table, settings, decks, { date, minutes: Number(minutes), deckIds });
  const isComputing = deckIds.length > 0 && Object.keys(form.errors).length === 0 && effect === null;
  const course = useExamEffect(table, settings, decks, {
    date: exam?.date ?? '',
    minutes: exam?.minutesADay ?? 30,
    deckIds: exam?.deckIds ?? [],
  });
  const examOf = ({ days, cards }: ExamEffect): ExamPartsFragment => ({
    date,
    deckIds: [...deckIds],
    minutesADay: Number(minutes),
    plannedOn: table.today,
    cards,
    promise: days.map(({ recall }) => Number(recall.toFixed(4))),
  });
  const planAnew = () => {
    if (!exam || !course) return;
    const { days, cards } = course;
    const promise = days.map(({ recall }) => Number(recall.toFixed(4)));
    const { deckIds: ofExam, date: day, minutesADay } = exam;
    void save(
      { date: day, deckIds: [...ofExam], minutesADay, plannedOn: table.today, cards, promise },
      t`Your exam is planned.`,
    );
  };
  const toggle = (id: string) => {
    setMissing(null);
    setDeckIds(deckIds.includes(id) ? deckIds.filter((each) => each !== id) : [...deckIds, id]);
  };
  return (
    <>
      {exam && course && course.cards > 0 && (
        <ExamCourse exam={exam} effect={course} busy={busy} onPlanAnew={planAnew} />
      )}
      <PanelForm
        error={error ?? missing}
        busy={form.busy}
        disabled={isComputing}
        save={exam ? t`Change the exam` : t`Plan the exam`}
        onSubmit={form.submit}
        beside={
          exam && (
            <Button variant="text" disabled={busy} onClick={() => void save(null, t`Your exam is removed.`)}>
              {t`Remove the exam`}
            </Button>
          )
        }
      >
        <Box
          sx={{
            display: 'grid',
            columnGap: 2,
            rowGap: 0.5,
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          }}
        >
          <FormField
            {...form.field('date')}
            label={t`Day of the exam`}
            type="date"
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <SelectField
            {...form.field('minutes')}
            label={t`Minutes a day`}
            choices={numbersWith(minutesOffered, Number(minutes)).map((count) => ({
              value: String(count),
              label: plural(count, { one: '# minute', other: '# minutes' }),
            }))}
          />
        </Box>
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 1, maxHeight: 240, overflow: 'auto' }}>
          <Typography component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, p: 0 }}>
            {t`Decks of the exam`}
          </Typography>
          {decks.map(({ id, title }) => (
            <FormControlLabel
              key={id}
              control={<Checkbox checked={deckIds.includes(id)} onChange={() => toggle(id)} />}
              label={<span {...ownText}>{title}</span>}
              sx={{ display: 'flex', mr: 0, overflowWrap: 'anywhere' }}
            />
          ))}
        </Box>
        {effect && effect.cards > 0 && <Foreseen effect={effect} date={date} />}
      </PanelForm>
    </>
  );
}

/** An exam: its day and decks, what is promised for it, and how it goes. */
export function ExamPanel() {
  const settings = useQuery(ScheduleSettingsDocument);
  const table = useQuery(MemoryTableDocument, { fetchPolicy: 'cache-first' });
  const decks = useScheduleDecks();
  const progress = useQuery(ExamProgressDocument, { fetchPolicy: 'cache-and-network' });
  const [stats, memory, items] = [settings.data?.viewer.stats, table.data?.viewer.memoryTable, decks.decks];
  const exam = progress.data?.viewer.stats?.exam ?? null;
  // Without them the form would be that of a learner without an exam, and saving it would replace the promise.
  const isReady = stats && memory && items && progress.data?.viewer.stats;
  // One press loads everything that failed.
  const retry = () => {
    for (const query of [settings, table, decks, progress])
      if (!query.data || query.error) void query.refetch().catch(() => {});
  };
  const loading = settings.loading || table.loading || decks.loading || progress.loading;
  return (
    <Panel
      title={t`Exam`}
      action={!isReady && !loading && <NotLoaded onRetry={retry} />}
      note={t`New cards are spread over the days left; the rest comes weakest first within your minutes.`}
    >
      {isReady ? (
        <ExamForm
          key={exam ? `${exam.date} ${exam.plannedOn}` : 'none'}
          table={memory}
          settings={stats}
          decks={items}
          exam={exam}
        />
      ) : (
        <Typography sx={{ color: 'text.secondary', minHeight: 220 }}>{loading && t`Loading…`}</Typography>
      )}
    </Panel>
  );
}
