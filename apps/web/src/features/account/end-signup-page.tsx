import { t } from '@lingui/core/macro';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { FormAlert } from '../../shared/account/form-alert.tsx';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { FormCard } from './form-card.tsx';

const title = () => t`End this sign-up`;

function Ended() {
  return (
    <FormCard title={t`The sign-up has ended`} lead={t`The account and its password are deleted`}>
      <Typography role="status" sx={{ mb: 2 }}>
        {t`That account can no longer be used. You can sign up with your email address at any time.`}
      </Typography>
      <Link component={RouterLink} to="/signup" sx={{ display: 'inline-block', py: 1.5 }}>
        {t`Create an account of your own`}
      </Link>
    </FormCard>
  );
}

/** Deletes the account on a press of the button only, because mail scanners open links. */
function ConfirmEnd({ token, onEnded }: { token: string; onEnded: () => void }) {
  const { api } = useAuth();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const end = async () => {
    setError(null);
    setBusy(true);
    try {
      await api.endSignUp(token);
      onEnded();
    } catch (failure) {
      setError(messageOf(failure, t`No response. It is safe to try again.`));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormAlert message={error} />
      <Typography sx={{ mb: 3 }}>
        {t`Someone created a Kumbuka account with your email address. If it was not you, end the sign-up to delete that account.`}
      </Typography>
      <Button
        variant="contained"
        color="error"
        size="large"
        fullWidth
        disabled={busy}
        onClick={() => void end()}
      >
        {busy ? t`Ending...` : title()}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
        {t`If it was you, close this page: nothing has changed.`}
      </Typography>
    </>
  );
}

/** The page that the email with a verification code links to. */
export function EndSignupPage() {
  const token = useLocation().hash.slice(1);
  const [ended, setEnded] = useState(false);
  if (ended) return <Ended />;
  return (
    <FormCard title={title()} lead={t`For an account that you did not create`}>
      {token === '' ? (
        <Typography role="status">{t`This link is incomplete. Copy the whole link from the email.`}</Typography>
      ) : (
        <ConfirmEnd token={token} onEnded={() => setEnded(true)} />
      )}
    </FormCard>
  );
}
