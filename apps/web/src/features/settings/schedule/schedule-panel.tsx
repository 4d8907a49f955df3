import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { useAuth } from '../../../shared/auth/auth-context.tsx';
import { inDays, numberLabel, weekdayNames } from '../../../shared/format/format.ts';
import { percentLabel } from '../../../shared/format/percent.ts';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { SelectField, type Choice } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { SwitchRow } from '../../../shared/ui/switch-row.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { SavingForm } from '../panel-form.tsx';
import { useState } from 'react';
import { Replan } from './replan.tsx';
import { DeckSchedule } from './deck-schedule.tsx';
import type { Effect } from './plan-effects.ts';
import {
  MemoryTableDocument,
  ScheduleSettingsDocument,
  UpdateScheduleDocument,
} from './schedule-panel.generated.ts';
import {
  allOff,
  inputOf,
  noLimit,
  noLongest,
  numbersWith,
  percents,
  planOf,
  valuesOf,
  weekdayFields,
  type ScheduleSettings,
  type ScheduleValues,
} from './schedule-rules.ts';
import { useEffectOfPlan } from './use-effect-of-plan.ts';
import { OwnError } from './own-error.tsx';
import { WhatIf } from './what-if.tsx';

const rounded = (value: number) => numberLabel(Math.round(value));

const percentChoices = (): Choice[] =>
  percents.map((percent) => ({ value: String(percent), label: percentLabel(percent) }));

const cardChoices = (offered: readonly number[], chosen: string): Choice[] =>
  numbersWith(offered, Number(chosen)).map((count) => ({
    value: String(count),
    label: count === noLimit ? t`No limit` : t`${numberLabel(count)} cards`,
  }));

function longestLabel(days: number): string {
  if (days === noLongest) return t`No limit`;
  if (days === 365) return t`A year`;
  if (days === 730) return t`Two years`;
  return t`${numberLabel(days)} days`;
}
const longestChoices = (chosen: string): Choice[] =>
  numbersWith([30, 90, 180, 365, 730, noLongest], Number(chosen)).map((days) => ({
    value: String(days),
    label: longestLabel(days),
  }));

const dayChoices = (): Choice[] => [
  { value: 'FULL', label: t`Full` },
  { value: 'HALF', label: t`Half` },
  { value: 'OFF', label: t({ message: 'Off', context: 'day of the week' }) },
];

const minutesText = (minutes: number): string =>
  minutes < 0.5
    ? t`Less than a minute a day next month, with all reviews.`
    : t`About ${plural(Math.round(minutes), { one: '# minute', other: '# minutes' })} a day next month, with all reviews.`;

/** Sentences below the fields. They hold room before the effect is computed. */
function hintsOf(values: ScheduleValues, effect: Effect | null) {
  const percent = Number(values.remember);
  const kept = t`Cards already planned keep their day.`;
  if (!effect) return { remember: kept, newCards: ' ', limit: t`New cards and due cards.`, longest: ' ' };
  const load = rounded(effect.cardsADay);
  const { more, waiting, addedByLongest } = effect;
  const moreLoad = rounded(more.cardsADay);
  const [chosen, higher] = [percentLabel(percent), percentLabel(more.percent)];
  const price =
    more.percent > percent
      ? t`At ${chosen} about ${load} cards a day next month; at ${higher}: ${moreLoad}. ${kept}`
      : t`At ${chosen} about ${load} cards a day next month. ${kept}`;
  const clear =
    waiting.clearInDays === null
      ? t`${rounded(waiting.today)} due cards wait today, and the limit is too low to catch up.`
      : t`${rounded(waiting.today)} due cards wait today; none is left ${inDays(waiting.clearInDays)}.`;
  return {
    remember: price,
    newCards: minutesText(effect.minutesADay),
    limit: waiting.today === 0 ? t`New cards and due cards. No due card waits today.` : clear,
    longest:
      Number(values.longest) === noLongest
        ? t`Well-known cards may wait for years.`
        : t`No card waits longer: about ${rounded(Math.max(0, addedByLongest))} more a day.`,
  };
}

type FieldOf = ReturnType<typeof useForm<ScheduleValues>>['field'];

function EasyDayFields({ field }: { field: FieldOf }) {
  const names = weekdayNames();
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 1 }}>
      <Typography component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, mb: 1.5, p: 0 }}>
        {t`Easy days`}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          // A week in one row where its names have room.
          gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
          '& .MuiNativeSelect-select.MuiNativeSelect-select': { pl: 1.5, pr: 3, fontSize: '0.9375rem' },
          '& .MuiNativeSelect-icon': { right: 2 },
          '& .MuiFormControl-root': { mb: 0 },
          '& .MuiFormHelperText-root': { display: 'none' },
        }}
      >
        {weekdayFields.map((name, weekday) => (
          <SelectField key={name} {...field(name)} label={names[weekday]} choices={dayChoices()} />
        ))}
      </Box>
      <Typography sx={{ color: 'text.secondary', fontSize: '0.75rem', mt: 0.75 }}>
        {t`No card that you answer from now on falls due on a day off; half days get about half as many.`}
      </Typography>
    </Box>
  );
}

function ScheduleForm({ settings }: { settings: ScheduleSettings }) {
  const notify = useNotify();
  const { reloadUser } = useAuth();
  const [update] = useMutation(UpdateScheduleDocument);
  const [error, setError] = useState<string | null>(null);
  const form = useForm<ScheduleValues>({
    initial: valuesOf(settings),
    validate: () => ({}),
    onSubmit: async (values) => {
      if (allOff(values)) return setError(t`Leave at least one day that is not off.`);
      setError(null);
      try {
        await update({ variables: { input: inputOf(values) }, refetchQueries: [ScheduleSettingsDocument] });
        notify(t`Your schedule settings are saved. They apply from the next answer to each card.`);
        await reloadUser().catch(() => {});
      } catch (failure) {
        setError(
          messageOf(failure, t`Your schedule settings may not have been saved. Try again in a moment.`),
        );
      }
    },
  });
  const { values, field } = form;
  const { data } = useQuery(MemoryTableDocument, { fetchPolicy: 'cache-and-network' });
  const effect = useEffectOfPlan(
    data?.viewer.memoryTable ?? null,
    'settings',
    planOf(values, settings.absence),
  );
  const hints = hintsOf(values, effect);
  return (
    <SavingForm error={error} busy={form.busy} isValid onSubmit={form.submit}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 0.5,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        }}
      >
        <SelectField
          {...field('remember', hints.remember)}
          label={t`How much to remember`}
          choices={percentChoices()}
        />
        <SelectField
          {...field('longest', hints.longest)}
          label={t`Longest wait`}
          choices={longestChoices(values.longest)}
        />
        <SelectField
          {...field('newCards', hints.newCards)}
          label={t`New cards a day`}
          choices={cardChoices([noLimit, 5, 10, 15, 20, 30, 50, 100], values.newCards)}
        />
        <SelectField
          {...field('limit', hints.limit)}
          label={t`Cards a day at most`}
          choices={cardChoices([noLimit, 20, 50, 100, 150, 200, 300, 500], values.limit)}
        />
        <SelectField
          {...field('order', t`Weakest first keeps the most when you do not finish.`)}
          label={t`Order of due cards`}
          choices={[
            { value: 'WEAKEST_FIRST', label: t`Weakest first` },
            { value: 'DECK_BY_DECK', label: t`Deck by deck` },
          ]}
        />
        <SelectField
          {...field('answers', t`Four: keys 1 to 4. Hard means you knew it.`)}
          label={t`Answer buttons`}
          choices={[
            { value: '2', label: t`Two: Incorrect, Correct` },
            { value: '4', label: t`Four: Again, Hard, Good, Easy` },
          ]}
        />
      </Box>
      <SwitchRow
        label={t`Next day on each button`}
        hint={t`The day shown is the day on which the card comes.`}
        isOn={values.nextDay === 'true'}
        onChange={(isOn) => form.set('nextDay', String(isOn))}
      />
      <EasyDayFields field={field} />
      {effect && <WhatIf months={effect.months} />}
      {effect && <OwnError settings={settings} />}
    </SavingForm>
  );
}

/** When cards come back, with what each setting would do. */
export function SchedulePanel() {
  const { data, loading } = useQuery(ScheduleSettingsDocument);
  const settings = data?.viewer.stats;
  return (
    <Panel title={t`Schedule`}>
      {settings ? (
        <>
          <ScheduleForm settings={settings} />
          <Replan />
          <DeckSchedule />
        </>
      ) : (
        <Typography sx={{ color: 'text.secondary', minHeight: 420 }}>
          {loading
            ? t`Loading…`
            : t`Your schedule settings could not be loaded. Your schedule stays as it is.`}
        </Typography>
      )}
    </Panel>
  );
}
