import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { keptCards } from '../../shared/study/kept-cards.ts';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { useKeeping } from './use-keeping.ts';

/** Keeps the cards of the landing page before the first screen, so that the dashboard has a deck. */
export function KeepCards({ onDone }: { onDone: () => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const keep = useKeeping();
  const begin = () => void keep().then(onDone, setFailure);
  const beginOnce = useEffectEvent(begin);
  useEffect(() => beginOnce(), []);
  if (failure === null)
    return (
      <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center', px: 2, py: 12 }}>
        {t`Adding your cards…`}
      </Typography>
    );
  const retry = () => {
    setFailure(null);
    begin();
  };
  const skip = () => {
    keptCards.forget();
    onDone();
  };
  return (
    <Box role="alert">
      <EmptyState
        title={t`Your cards could not be added`}
        heading="h1"
        text={messageOf(failure, t`The server is not responding right now.`)}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
            <Button variant="outlined" onClick={retry}>
              {t`Try again`}
            </Button>
            <Button variant="text" onClick={skip}>
              {t`Continue without them`}
            </Button>
          </Box>
        }
      />
    </Box>
  );
}
