import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { localStore } from '../../shared/lib/storage.ts';
import { useChangePreferences, useStudyPreferences } from '../../shared/study/study-preferences.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';

const keyOf = (userId: string) => `kumbuka.advance-offered.${userId}`;

/** True for the first summary of who has not chosen; it stays so while this summary is open. */
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
          ? t`Each answer brings the next card now.`
          : t`You can change this in the settings.`,
      );
    } catch (error) {
      notify(messageOf(error, t`Your choice was not saved. You find it in the settings.`), 'error');
    }
  };
  if (!isFirst || isAnswered) return <></>;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: 2,
        rowGap: 1,
        p: 2,
        mb: 3,
        borderRadius: '12px',
        bgcolor: 'surface.sunken',
      }}
    >
      <Typography variant="body2" sx={{ flex: '1 1 220px' }}>
        {t`Advance automatically after answering? It saves one step per card, and Undo answer still goes back.`}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="soft" size="small" onClick={() => void choose(true)}>
          {t`Yes`}
        </Button>
        <Button variant="text" size="small" onClick={() => void choose(false)}>
          {t`No, thanks`}
        </Button>
      </Box>
    </Box>
  );
}
