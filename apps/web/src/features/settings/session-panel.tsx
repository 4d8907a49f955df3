import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { limits } from '@kumbuka/contracts/constants';
import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import {
  useChangePreferences,
  useStudyPreferences,
  type StudyPreferences,
} from '../../shared/study/study-preferences.ts';
import { SelectField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

const offAndOn = () => [
  { value: 'false', label: t`Off` },
  { value: 'true', label: t`On` },
];

/** The sizes that are offered, and the one that the account has. */
const portionChoices = (chosen: number) =>
  [...new Set([limits.minPortionSize, 10, 20, 30, 50, limits.maxPortionSize, chosen])]
    .sort((a, b) => a - b)
    .map((size) => ({ value: String(size), label: t`${size} cards` }));

/** How a study session goes; each choice is saved at once. */
export function SessionPanel() {
  const preferences = useStudyPreferences();
  const change = useChangePreferences();
  const notify = useNotify();
  const [changed, setChanged] = useState<Partial<StudyPreferences>>({});
  const { advancesAutomatically, portionSize, focusMode, singleKeyShortcuts, repeatsMissed } = {
    ...preferences,
    ...changed,
  };
  const save = async (changes: Partial<StudyPreferences>) => {
    setChanged((before) => ({ ...before, ...changes }));
    try {
      await change(changes);
      notify(t`Your study session is saved.`);
    } catch (error) {
      notify(messageOf(error, t`Your choice was not saved. Choose again in a moment.`), 'error');
      setChanged({});
    }
  };
  return (
    <Panel title={t`Study session`}>
      <Box
        sx={{ display: 'grid', columnGap: 2, rowGap: 0.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        <SelectField
          label={t`Advance automatically after answering`}
          choices={offAndOn()}
          value={String(advancesAutomatically === true)}
          helperText={t`Undo goes back to the card.`}
          onChange={({ target }) => void save({ advancesAutomatically: target.value === 'true' })}
        />
        <SelectField
          label={t`Portion of a large deck`}
          choices={portionChoices(portionSize)}
          value={String(portionSize)}
          helperText={t`For decks of more than 40 cards.`}
          onChange={({ target }) => void save({ portionSize: Number(target.value) })}
        />
        <SelectField
          label={t`Focus mode`}
          choices={offAndOn()}
          value={String(focusMode)}
          helperText={t`Hides the navigation while you study.`}
          onChange={({ target }) => void save({ focusMode: target.value === 'true' })}
        />
        <SelectField
          label={t`Single-key shortcuts`}
          choices={offAndOn()}
          value={String(singleKeyShortcuts)}
          helperText={t`Letters, digits and symbols, such as U.`}
          onChange={({ target }) => void save({ singleKeyShortcuts: target.value === 'true' })}
        />
        <SelectField
          label={t`Missed cards once more`}
          choices={[
            { value: 'false', label: t`Offer it in the summary` },
            { value: 'true', label: t`Before the summary` },
          ]}
          value={String(repeatsMissed)}
          helperText={t`Until each is right. This is practice: it does not change when cards come back.`}
          onChange={({ target }) => void save({ repeatsMissed: target.value === 'true' })}
        />
      </Box>
    </Panel>
  );
}
