import { t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { messageOf, SignInRemoved } from '../shared/apollo/errors.ts';

/** Says above an open page that its requests arrive without the sign-in. */
export function SignInRemovedNote({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={<Button color="inherit" onClick={onRetry}>{t`Try again`}</Button>}
    >
      {messageOf(new SignInRemoved(), '')}
    </Alert>
  );
}
