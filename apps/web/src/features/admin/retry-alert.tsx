import { t } from '@lingui/core/macro';
import Alert, { type AlertProps } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';

interface RetryAlertProps extends Pick<AlertProps, 'severity' | 'sx'> {
  text: string;
  onRetry: () => Promise<void>;
}

/** On a phone the button has a row of its own: beside it, long words of the message were cut. */
const layout = {
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' },
};

/** Error message with a retry button. */
export function RetryAlert({ text, onRetry, severity = 'error', sx }: RetryAlertProps) {
  const [isBusy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  };
  const button = (
    <Button color="inherit" size="small" loading={isBusy} onClick={retry} sx={{ whiteSpace: 'nowrap' }}>
      {t`Try again`}
    </Button>
  );
  return (
    <Alert severity={severity} role="alert" action={button} sx={[layout, ...(Array.isArray(sx) ? sx : [sx])]}>
      {text}
    </Alert>
  );
}
