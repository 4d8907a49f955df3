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
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { chooseSavingData, savesData } from '../../shared/browser/idle.ts';
import { chooseSpeaking, speaksByItself } from '../../shared/study/speaks.ts';
import { SelectField } from '../../shared/ui/fields.tsx';
import { Panel } from '../../shared/ui/page/page.tsx';
import { SwitchRow } from '../../shared/ui/switch-row.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

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
  const userId = useAuth().user?.id ?? '';
  const [speaks, setSpeaks] = useState(() => speaksByItself(userId));
  const [saver, setSaver] = useState(savesData);
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
      <Box sx={{ maxWidth: { sm: 340 } }}>
        <SelectField
          label={t`Portion of a large deck`}
          choices={portionChoices(portionSize)}
          value={String(portionSize)}
          helperText={t`For decks of more than 40 cards.`}
          onChange={({ target }) => void save({ portionSize: Number(target.value) })}
        />
      </Box>
      <Box sx={{ display: 'grid', rowGap: 1 }}>
        <SwitchRow
          label={t`Advance automatically after answering`}
          hint={t`Undo goes back to the card.`}
          isOn={advancesAutomatically === true}
          onChange={(isOn) => void save({ advancesAutomatically: isOn })}
        />
        <SwitchRow
          label={t`Focus mode`}
          hint={t`Hides the navigation while you study.`}
          isOn={focusMode}
          onChange={(isOn) => void save({ focusMode: isOn })}
        />
        <SwitchRow
          label={t`Single-key shortcuts`}
          hint={t`Letters, digits and symbols, such as U.`}
          isOn={singleKeyShortcuts}
          onChange={(isOn) => void save({ singleKeyShortcuts: isOn })}
        />
        <SwitchRow
          label={t`Missed cards once more before the summary`}
          hint={t`Until each is right. This is practice: it does not change when cards come back.`}
          isOn={repeatsMissed}
          onChange={(isOn) => void save({ repeatsMissed: isOn })}
        />
        <SwitchRow
          label={t`Speak each side by itself on this device`}
          hint={t`In decks that name the languages of their sides.`}
          isOn={speaks}
          onChange={(isOn) => {
            chooseSpeaking(userId, isOn);
            setSpeaks(isOn);
            notify(t`Your study session is saved.`);
          }}
        />
        <SwitchRow
          label={t`Data saver on this device`}
          hint={t`Sends 20 answers at once and loads nothing ahead; other devices' changes show later.`}
          isOn={saver}
          onChange={(isOn) => {
            chooseSavingData(isOn);
            setSaver(isOn);
            notify(t`Your study session is saved.`);
          }}
        />
      </Box>
    </Panel>
  );
}
