import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

/** Error of the whole form. It takes the focus, so it is read and the field is one Tab away. */
export function FormAlert({ message }: { message: string | null }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) ref.current?.focus();
  }, [message]);
  if (!message) return <></>;
  return (
    <Alert ref={ref} severity="error" role="alert" tabIndex={-1} sx={{ mb: 2.5 }}>
      {message}
    </Alert>
  );
}

/** The code itself, where a development server sends it along. */
export function DevCode({ code }: { code: string | null }) {
  if (!code) return <></>;
  return (
    <Alert severity="info" role="status" sx={{ mb: 2.5 }}>
      <Trans>
        Development code: <strong>{code}</strong>.
      </Trans>
    </Alert>
  );
}
