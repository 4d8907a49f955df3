import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../shared/apollo/errors.ts';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import { localStore } from '../../../../shared/browser/storage.ts';
import { useChangePreferences, useStudyPreferences } from '../../../../shared/study/study-preferences.ts';
import { useNotify } from '../../../../shared/ui/states/snackbars.tsx';

const keyOf = (userId: string) => `kumbuka.advance-offered.${userId}`;

/** Whether this is the first session of a learner who has not chosen yet; constant while the session is open. */
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

/** Offers once, before the first answer of the first session, that an answer brings the next card. */
export function AdvanceOffer() {
  const isFirst = useIsFirstOffer();
  const change = useChangePreferences();
  const notify = useNotify();
  const [isChosen, setChosen] = useState(false);
  const choose = async () => {
    setChosen(true);
    try {
      await change({ advancesAutomatically: true });
      notify(t`Each answer now shows the next card.`);
    } catch (error) {
      notify(messageOf(error, t`Your choice was not saved. Change it in the settings.`), 'error');
    }
  };
  if (!isFirst || isChosen) return <></>;
  return (
    <Button variant="text" onClick={() => void choose()} sx={{ lineHeight: 1.25 }}>
      {t`Advance automatically`}
    </Button>
  );
}
