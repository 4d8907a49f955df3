import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { CodeField, FormField, PasswordField } from '../../shared/ui/fields.tsx';
import { part, Submit, type FormView } from './form-view.tsx';

/** Fields of the sign-in by a password. */
export function PasswordStepView({ form }: { form: FormView }) {
  return (
    <>
      <FormField {...form.field('email')} label={t`Email`} type="email" autoComplete="username" autoFocus />
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <Submit busy={form.busy} idleText={t`Sign In`} busyText={t`Signing in...`} />
      <Box sx={{ display: 'grid', justifyItems: 'center', mt: 2, gap: 0.5 }}>
        <Link component={RouterLink} to="/forgot-password" variant="body2" sx={{ py: 1.5 }}>
          {t`Forgot your password?`}
        </Link>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Trans>
            New here?{' '}
            <Link component={RouterLink} to="/signup" sx={{ display: 'inline-block', py: 1.5 }}>
              Sign up here
            </Link>
          </Trans>
        </Typography>
      </Box>
    </>
  );
}

interface CodeStepViewProps {
  form: FormView;
  email: string;
  devCode: ReactNode;
  resend: ReactNode;
  resending: boolean;
  onOtherEmail?: () => void;
}

/** Fields of the sign-in by a code. */
export function CodeStepView({ form, email, devCode, resend, resending, onOtherEmail }: CodeStepViewProps) {
  return (
    <>
      <Alert severity="info" role="status" sx={{ mb: 3 }}>
        <span>{t`We sent a 6-digit code to`}</span>{' '}
        <Box component="span" sx={{ overflowWrap: 'anywhere', display: 'inline-block' }}>
          <span {...part('sent-to')}>{email}</span>.
        </Box>
      </Alert>
      {devCode}
      <FormField {...part('shown-email')} label={t`Email`} defaultValue={email} disabled />
      <CodeField
        {...form.field('code', t`6 digits. It can take a minute to arrive.`)}
        label={t`Verification code`}
        autoFocus
        submitsItself
      />
      <Box sx={{ mt: 1 }}>
        <Submit busy={form.busy || resending} idleText={t`Verify`} busyText={t`Verifying OTP...`} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', mt: 2, mx: -1.75 }}>
        {resend}
        <Button {...part('other-email')} variant="text" disabled={form.busy} onClick={onOtherEmail}>
          {t`Use a different email`}
        </Button>
      </Box>
      <SpamNote />
    </>
  );
}
