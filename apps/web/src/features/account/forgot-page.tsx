import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { Link as RouterLink, useLocation, useNavigate } from 'react-router-dom';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { CodeField, FormField, PasswordField } from '../../shared/ui/fields.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { DevCode, FormAlert } from '../../shared/account/form-alert.tsx';
import { resetPassword } from './flows.ts';
import { FormCard } from './form-card.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { ResendCode } from '../../shared/account/resend-code.tsx';
import { passwordRule } from '../../shared/account/field-errors.ts';
import { forgotErrors, resetErrors, type ForgotValues, type ResetValues } from './rules.ts';

interface Sent {
  email: string;
  otpId: string | null;
  devCode: string | null;
  notice: string;
}

const firstNotice = () => t`If that email exists, we've sent a reset code.`;

function LoginLink() {
  return (
    <Box sx={{ textAlign: 'center', mt: 2 }}>
      <Link component={RouterLink} to="/login" variant="body2" sx={{ display: 'inline-block', py: 1.5 }}>
        {t`Go to login`}
      </Link>
    </Box>
  );
}

/** The owner of an e-mail may choose a password later, too. */
function PasswordRequired() {
  return (
    <Alert severity="info" role="status" sx={{ mb: 3 }}>
      <Trans>
        Your email is verified. The password from the sign-up no longer works. Choose a new one now or{' '}
        <Link component={RouterLink} to="/dashboard">
          later
        </Link>
        .
      </Trans>
    </Alert>
  );
}

interface EmailStepProps {
  email: string;
  passwordRequired: boolean;
  onSent: (sent: Sent) => void;
}

function EmailStep({ email, passwordRequired, onSent }: EmailStepProps) {
  const { api } = useAuth();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<ForgotValues>({
    initial: { email },
    validate: forgotErrors,
    onSubmit: async ({ email: typed }) => {
      setError(null);
      try {
        const reply = await api.requestReset(typed.trim());
        if (reply.status === 'SENT') return onSent({ email: typed.trim(), notice: firstNotice(), ...reply });
        setError(t`Could not send reset code.`);
      } catch (failure) {
        setError(messageOf(failure, t`Could not send reset code. Please try again.`));
      }
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit}>
      <FormAlert message={error} />
      {passwordRequired && <PasswordRequired />}
      <FormField {...form.field('email')} label={t`Email`} type="email" autoComplete="username" autoFocus />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {form.busy ? t`Processing...` : t`Send code`}
      </Button>
      <LoginLink />
    </Box>
  );
}

interface ResetStepProps {
  sent: Sent;
  onSent: (sent: Sent) => void;
  onOtherEmail: () => void;
}

function ResetStep({ sent, onSent, onOtherEmail }: ResetStepProps) {
  const { api, signIn } = useAuth();
  const navigate = useNavigate();
  const notify = useNotify();
  const { email, otpId, devCode, notice } = sent;
  const [error, setError] = useState<string | null>(null);
  const [isRepeat, setRepeat] = useState(false);
  const [resending, setResending] = useState(false);

  const enter = async (token: string) => {
    try {
      if (token === '') throw new Error('No token came with the reset');
      await signIn(token);
      await navigate('/dashboard', { replace: true });
    } catch {
      notify(t`Your password is changed. Sign in with it now.`, 'success');
      await navigate('/login', { replace: true });
    }
  };

  const form = useForm<ResetValues>({
    initial: { code: '', password: '', confirm: '' },
    validate: resetErrors,
    onSubmit: async ({ code, password }) => {
      setError(null);
      const outcome = await resetPassword(api, { email, otpId, code, password, isRepeat });
      if (outcome.kind === 'token') return enter(outcome.token);
      setRepeat(isRepeat || outcome.hasNoResponse);
      setError(outcome.message);
    },
  });

  const resend = async () => {
    setError(null);
    setResending(true);
    try {
      const reply = await api.requestReset(email);
      onSent({ email, notice: t`A new code has been sent.`, otpId: reply.otpId, devCode: reply.devCode });
    } catch (failure) {
      setError(messageOf(failure, t`Failed to resend code. Please try again.`));
    } finally {
      setResending(false);
    }
  };

  return (
    <Box component="form" noValidate onSubmit={form.submit}>
      <FormAlert message={error} />
      <Alert severity="info" role="status" sx={{ mb: 3 }}>
        {notice}
      </Alert>
      <DevCode code={devCode} />
      <FormField label={t`Email`} value={email} autoComplete="username" disabled />
      <CodeField {...form.field('code')} label={t`Reset code`} autoFocus />
      <PasswordField
        {...form.field('password', passwordRule())}
        label={t`New password`}
        autoComplete="new-password"
      />
      <PasswordField {...form.field('confirm')} label={t`Confirm password`} autoComplete="new-password" />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy || resending}>
        {form.busy ? t`Processing...` : t`Verify & reset`}
      </Button>
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: 'center',
          justifyContent: 'space-between',
          mt: 2,
          mx: -1.75,
        }}
      >
        <ResendCode key={otpId} resending={resending} busy={form.busy} onResend={resend} />
        <Button variant="text" disabled={form.busy} onClick={onOtherEmail}>
          {t`Use a different email`}
        </Button>
      </Box>
      <SpamNote />
      <LoginLink />
    </Box>
  );
}

const emailOf = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : null;

export function ForgotPage() {
  const verifiedEmail = emailOf(useLocation().state);
  const [sent, setSent] = useState<Sent | null>(null);
  const [email, setEmail] = useState(verifiedEmail ?? '');
  const lead = sent ? t`Enter the code and your new password.` : t`Enter your email to receive a reset code.`;
  return (
    <FormCard title={t`Reset password`} lead={lead} corner={<ThemeToggle />}>
      {sent ? (
        <ResetStep
          sent={sent}
          onSent={setSent}
          onOtherEmail={() => {
            setEmail(sent.email);
            setSent(null);
          }}
        />
      ) : (
        <EmailStep email={email} passwordRequired={verifiedEmail !== null} onSent={setSent} />
      )}
    </FormCard>
  );
}
