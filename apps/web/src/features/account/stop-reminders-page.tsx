import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { FormAlert } from '../../shared/account/form-alert.tsx';
import { FormCard } from './form-card.tsx';

const tooMany = 429;

const messages = (): { [state: string]: string } => ({
  wrong: t`This link is not complete. Switch reminders off in the settings.`,
  failed: t`No response. It is safe to try again.`,
});

function stateAfter({ ok, status }: Response) {
  if (ok) return 'stopped';
  return status < 500 && status !== tooMany ? 'wrong' : 'failed';
}

/** Stops reminders without a sign-in, on a press of the button only, because mail scanners open links. */
export function StopRemindersPage() {
  const { search } = useLocation();
  const [state, setState] = useState<'asking' | 'busy' | 'stopped' | 'wrong' | 'failed'>('asking');
  const stop = async () => {
    setState('busy');
    const response = await fetch(`/reminders/stop${search}`, { method: 'POST' }).catch(() => null);
    setState(response ? stateAfter(response) : 'failed');
  };
  return (
    <FormCard title={t`Stop these reminders`} lead={t`Reminders of due cards`}>
      {state === 'stopped' ? (
        <Typography role="status">
          {t`No more reminders are sent. You can switch them on again in the settings.`}
        </Typography>
      ) : (
        <>
          <FormAlert message={messages()[state] ?? null} />
          <Button
            variant="contained"
            size="large"
            fullWidth
            disabled={state === 'busy'}
            onClick={() => void stop()}
          >
            {t`Stop these reminders`}
          </Button>
        </>
      )}
    </FormCard>
  );
}
