import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { aboutMinutes, dateFormat, numberLabel } from '../../../shared/format/format.ts';
import { ownText } from '../../../shared/format/own-text.ts';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { FormField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { PanelForm } from '../panel-form.tsx';
import type { AbsenceEffect } from './absence-effect.ts';
import { MemoryTableDocument, ScheduleSettingsDocument } from '../schedule/schedule-panel.generated.ts';
import { planOf, valuesOf, type ScheduleSettings } from '../schedule/schedule-rules.ts';
import { useScheduleDecks } from '../schedule/use-schedule-decks.ts';
import { useEffectOfPlan } from '../schedule/use-effect-of-plan.ts';
import { UpdateAbsenceDocument } from './absence-panel.generated.ts';
import { absenceErrors, absenceOf, type AbsenceValues } from './absence-rules.ts';

const formatDate = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayLabel = (date: string) => formatDate(new Date(date));
const cardsLabel = (count: number) => plural(Math.round(count), { one: '# card', other: '# cards' });

/** Decks that are named. */
const decksShown = 5;

function Meanwhile({ meanwhile }: Pick<AbsenceEffect, 'meanwhile'>) {
  const decks = useScheduleDecks().decks ?? [];
  const titles = new Map(decks.map(({ id, title }) => [Number(id), title]));
  const count = meanwhile.reduce((sum, { cards }) => sum + cards, 0);
  const named = meanwhile.flatMap(({ deckId, cards }) => {
    const title = titles.get(deckId);
    return title === undefined ? [] : [{ deckId, title, cards }];
  });
  if (count === 0) return <Typography>{t`No card is planned for these days yet.`}</Typography>;
  return (
    <>
      <Typography>
        {plural(Math.round(count), {
          one: '# card falls due while you are away. Study it ahead to keep it.',
          other: '# cards fall due while you are away. Study them ahead to keep more of them:',
        })}
      </Typography>
      <Box component="ul" aria-label={t`Decks to study ahead`} sx={{ m: 0, pl: 2.5 }}>
        {named.slice(0, decksShown).map(({ deckId, title, cards }) => (
          <li key={deckId}>
            <MuiLink component={Link} to={`/study/${deckId}`} {...ownText}>
              {title}
            </MuiLink>
            {`: ${cardsLabel(cards)}`}
          </li>
        ))}
      </Box>
    </>
  );
}

function beforeText({ days, cards, minutes }: AbsenceEffect['before']): string {
  if (days === 0) return t`Your absence has begun.`;
  const time = aboutMinutes(minutes);
  return t`Before you go: ${cardsLabel(cards)} in ${plural(days, { one: '# day', other: '# days' })}, ${time}. Begin no new cards on the last two days: new ones are forgotten first.`;
}

function afterText({ waiting, limit, clearOn }: AbsenceEffect): string {
  const count = Math.round(waiting);
  const wait = t`When you are back, ${plural(count, { one: '# card waits', other: '# cards wait' })}.`;
  const pace = numberLabel(limit);
  return clearOn === null
    ? t`${wait} With ${pace} cards a day you would not catch up.`
    : t`${wait} With ${pace} cards a day none is left on ${dayLabel(clearOn)}.`;
}

interface EffectProps {
  effect: AbsenceEffect;
  hasLimit: boolean;
  onLimit: (limit: number) => void;
}

function Effect({ effect, hasLimit, onLimit }: EffectProps) {
  return (
    <Box role="region" aria-label={t`What the absence does`} sx={{ display: 'grid', gap: 1, my: 2 }}>
      <Typography>{beforeText(effect.before)}</Typography>
      <Meanwhile meanwhile={effect.meanwhile} />
      <Typography>{afterText(effect)}</Typography>
      {!hasLimit && effect.waiting > effect.limit && (
        <Box>
          <Button variant="outlined" onClick={() => onLimit(effect.limit)}>
            {t`Limit to ${numberLabel(effect.limit)} cards a day`}
          </Button>
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`No card is moved. The weakest cards come first, and a missed day moves the date.`}
      </Typography>
    </Box>
  );
}

function AbsenceForm({ settings }: { settings: ScheduleSettings }) {
  const notify = useNotify();
  const [update, { loading: busy }] = useMutation(UpdateAbsenceDocument);
  const [error, setError] = useState<string | null>(null);
  const save = async (
    input: { absence?: ScheduleSettings['absence']; dailyLimit?: number },
    done: string,
  ) => {
    setError(null);
    try {
      await update({
        variables: { input },
        refetchQueries: [ScheduleSettingsDocument],
        awaitRefetchQueries: true,
      });
      notify(done);
      return true;
    } catch (failure) {
      setError(messageOf(failure, t`Your absence may not have been saved. Try again in a moment.`));
      return false;
    }
  };
  const { data } = useQuery(MemoryTableDocument, { fetchPolicy: 'cache-first' });
  const form = useForm<AbsenceValues>({
    initial: { from: settings.absence?.from ?? '', until: settings.absence?.until ?? '' },
    validate: absenceErrors(data?.viewer.memoryTable?.today ?? null),
    onSubmit: async (values) => void (await save({ absence: values }, t`Your absence is saved.`)),
  });
  const absence = absenceOf(form.values);
  // Without dates no worker is started.
  const table = absence && (data?.viewer.memoryTable ?? null);
  const computed = useEffectOfPlan(table, 'absence', planOf(valuesOf(settings), absence));
  const effect = absence && computed;
  const remove = async () => {
    if (await save({ absence: null }, t`Your absence is removed.`)) form.setAll({ from: '', until: '' });
  };
  const dates = { inputLabel: { shrink: true } };
  return (
    <PanelForm
      error={error}
      busy={form.busy}
      save={t`Save the absence`}
      onSubmit={form.submit}
      beside={
        settings.absence && (
          <Button variant="text" disabled={busy} onClick={() => void remove()}>
            {t`Remove it`}
          </Button>
        )
      }
    >
      <Box
        sx={{ display: 'grid', columnGap: 2, rowGap: 0.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        <FormField {...form.field('from')} label={t`First day away`} type="date" slotProps={dates} />
        <FormField {...form.field('until')} label={t`Last day away`} type="date" slotProps={dates} />
      </Box>
      {effect && (
        <Effect
          effect={effect}
          hasLimit={settings.dailyLimit > 0}
          onLimit={(dailyLimit) => void save({ dailyLimit }, t`Your limit is saved.`)}
        />
      )}
    </PanelForm>
  );
}

/** Days without study that the learner enters ahead of time, and what they do. */
export function AbsencePanel() {
  const { data, loading } = useQuery(ScheduleSettingsDocument);
  const settings = data?.viewer.stats;
  return (
    <Panel
      title={t`Time away`}
      note={t`Enter days on which you will not study, and see what to do before and after them.`}
    >
      {settings ? (
        <AbsenceForm settings={settings} />
      ) : (
        <Typography sx={{ color: 'text.secondary', minHeight: 150 }}>
          {loading ? t`Loading…` : t`Your absence could not be loaded.`}
        </Typography>
      )}
    </Panel>
  );
}
