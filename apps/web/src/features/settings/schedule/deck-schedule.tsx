import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { numberLabel } from '../../../shared/format/format.ts';
import { percentLabel } from '../../../shared/format/percent.ts';
import { SelectField, type Choice } from '../../../shared/ui/fields.tsx';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { UpdateDeckScheduleDocument } from './schedule-panel.generated.ts';
import { noLimit, numbersWith, percents } from './schedule-rules.ts';
import { useScheduleDecks } from './use-schedule-decks.ts';

/** The learner's own setting applies. */
const asElsewhere = '';
const numberOf = (value: string) => (value === asElsewhere ? null : Number(value));
const textOf = (value: number | null | undefined) => String(value ?? asElsewhere);

const usual = (): Choice => ({ value: asElsewhere, label: t`As for all decks` });
const percentChoices = (): Choice[] => [
  usual(),
  ...percents.map((percent) => ({ value: String(percent), label: percentLabel(percent) })),
];
const newCardChoices = (chosen: number | null): Choice[] => [
  usual(),
  ...numbersWith([noLimit, 5, 10, 15, 20, 30, 50, 100], chosen ?? noLimit).map((count) => ({
    value: String(count),
    label: count === noLimit ? t`No limit` : t`${numberLabel(count)} cards`,
  })),
];

/** Settings of one deck that differ from the learner's own; each choice is saved at once. */
export function DeckSchedule() {
  const { decks = [] } = useScheduleDecks();
  const [update] = useMutation(UpdateDeckScheduleDocument);
  const notify = useNotify();
  const [deckId, setDeckId] = useState('');
  const deck = decks.find(({ id }) => id === deckId) ?? decks[0];
  if (!deck) return null;
  const { rememberPercent = null, newCardsPerDay = null } = deck.progress ?? {};
  const save = async (changes: { rememberPercent?: number | null; newCardsPerDay?: number | null }) => {
    const input = { deckId: deck.id, rememberPercent, newCardsPerDay, ...changes };
    try {
      await update({ variables: { input } });
      notify(t`The settings of the deck are saved.`);
    } catch (error) {
      notify(
        messageOf(error, t`The settings of the deck were not saved. Choose again in a moment.`),
        'error',
      );
    }
  };
  return (
    <Box sx={{ mt: 3 }}>
      <Typography component="h3" sx={{ fontSize: '0.875rem', fontWeight: 600, mb: 2 }}>
        {t`For one deck only`}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          rowGap: 0.5,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
        }}
      >
        <Box sx={{ gridColumn: '1 / -1' }}>
          <SelectField
            label={t`Deck`}
            choices={decks.map(({ id, title }) => ({ value: id, label: title, lang: '' }))}
            value={deck.id}
            onChange={({ target }) => setDeckId(target.value)}
          />
        </Box>
        <SelectField
          label={t`How much to remember of this deck`}
          choices={percentChoices()}
          value={textOf(rememberPercent)}
          onChange={({ target }) => void save({ rememberPercent: numberOf(target.value) })}
        />
        <SelectField
          label={t`New cards a day of this deck`}
          choices={newCardChoices(newCardsPerDay)}
          value={textOf(newCardsPerDay)}
          onChange={({ target }) => void save({ newCardsPerDay: numberOf(target.value) })}
        />
      </Box>
    </Box>
  );
}
