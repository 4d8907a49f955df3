import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../shared/apollo/errors.ts';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import { localStore } from '../../../../shared/browser/storage.ts';
import { useChangePreferences, useStudyPreferences } from '../../../../shared/study/study-preferences.ts';
import { Question } from '../../../../shared/ui/states/question.tsx';
import { useNotify } from '../../../../shared/ui/states/snackbars.tsx';

const keyOf = (userId: string) => `kumbuka.advance-offered.${userId}`;

/** Whether this is the first summary of a learner who has not chosen yet; constant while the summary is open. */
function useIsFirstOffer(): boolean {
  const userId = useAuth().user!.id;
  const { advancesAutomatically } = useStudyPreferences();
  const [isFirst] = useState(
    () => advancesAutomatically === null && localStore.getItem(keyOf(userId)) === null,
  );
  useEffect(() => {
    if (isFirst) localStore.setItem(keyOf(userId), 'true');
  }, [isFirst, userId]);
  return isFirst;
}

/** Offers once, after the first session, that an answer brings the next card. */
export function AdvanceOffer() {
  const isFirst = useIsFirstOffer();
  const change = useChangePreferences();
  const notify = useNotify();
  const [isAnswered, setAnswered] = useState(false);
  const choose = async (advancesAutomatically: boolean) => {
    setAnswered(true);
    try {
      await change({ advancesAutomatically });
      notify(
        advancesAutomatically
          ? t`Each answer now shows the next card.`
          : t`You can change this in the settings.`,
      );
    } catch (error) {
      notify(messageOf(error, t`Your choice was not saved. Change it in the settings.`), 'error');
    }
  };
  if (!isFirst || isAnswered) return <></>;
  return (
    <Question
      label={t`Advance automatically after answering`}
      text={t`Advance automatically after answering? It saves one step per card, and Undo answer still goes back.`}
      yes={{ label: t`Yes`, onChoose: () => void choose(true) }}
      no={{ label: t`No, thanks`, onChoose: () => void choose(false) }}
    />
  );
}
