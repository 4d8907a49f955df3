import { useMutation } from '@apollo/client/react';
import { study } from '@kumbuka/contracts/constants';
import { useAuth } from '../auth/auth-context.tsx';
import { UpdateStudyPreferencesDocument } from './study-preferences.generated.ts';

/** Settings of a learner's sessions. */
export interface StudyPreferences {
  /** Null until the learner has chosen. */
  advancesAutomatically: boolean | null;
  portionSize: number;
  focusMode: boolean;
  singleKeyShortcuts: boolean;
  /** Whether missed cards are gone through again before the summary. */
  repeatsMissed: boolean;
  /** Whether cards are answered by four buttons. */
  fourAnswers: boolean;
  /** Whether each button names the day on which the card comes next. */
  showsNextDay: boolean;
}

export const usualPreferences: StudyPreferences = {
  advancesAutomatically: null,
  portionSize: study.portionDefault,
  focusMode: false,
  singleKeyShortcuts: true,
  repeatsMissed: false,
  fourAnswers: false,
  showsNextDay: false,
};

/** The account's preferences; the usual ones while the server does not know them. */
export const useStudyPreferences = (): StudyPreferences => useAuth().user?.stats ?? usualPreferences;

/** Saves changed preferences in the account. Rejects when that fails. */
export function useChangePreferences(): (changes: Partial<StudyPreferences>) => Promise<void> {
  const { reloadUser } = useAuth();
  const [update] = useMutation(UpdateStudyPreferencesDocument);
  return async (changes) => {
    await update({ variables: { input: changes } });
    await reloadUser().catch(() => {});
  };
}
