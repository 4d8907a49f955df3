import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { Verified } from '../../shared/auth/auth-api.ts';
import { wasDemo } from '../../shared/auth/demo-note.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { CodeField, FormField, PasswordField } from '../../shared/ui/fields.tsx';
import { logIn, screenAfter, type Verification } from './flows.ts';
import { DevCode, FormAlert } from '../../shared/account/form-alert.tsx';
import { FormCard } from './form-card.tsx';
import { SpamNote } from '../../shared/account/spam-note.tsx';
import { ResendCode } from '../../shared/account/resend-code.tsx';
import { loginErrors, type LoginValues } from './rules.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useCodeEntry } from './use-code-entry.ts';

interface PasswordStepProps {
  email: string;
  onToken: (token: string) => Promise<void>;
  onCode: (verification: Verification) => void;
}

function PasswordStep({ email, onToken, onCode }: PasswordStepProps) {
  const { api } = useAuth();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<LoginValues>({
    initial: { email, password: '' },
    validate: loginErrors,
    onSubmit: async ({ email: typed, password }) => {
      setError(null);
      const credentials = { email: typed.trim(), password };
      const outcome = await logIn(api, credentials);
      if (outcome.kind === 'code') return onCode({ ...credentials, ...outcome, signUpProof: null });
      if (outcome.kind === 'error') return setError(outcome.message);
      await onToken(outcome.token).catch((failure: unknown) =>
        setError(messageOf(failure, t`Something went wrong. Please try again.`)),
      );
    },
  });
  return (
    <Box component="form" noValidate onSubmit={form.submit}>
      <FormAlert message={error} />
      <FormField {...form.field('email')} label={t`Email`} type="email" autoComplete="username" autoFocus />
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <Button type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
        {form.busy ? t`Signing in...` : t`Sign In`}
      </Button>
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
    </Box>
  );
}

interface CodeStepProps {
  verification: Verification;
  onVerified: (verified: Verified) => Promise<void>;
  onResent: (verification: Verification | null) => void;
  onOtherEmail: () => void;
}

const codeTexts = () => ({
  missingSession: t`Missing OTP session. Please resend the code.`,
  failed: t`OTP verification failed. Please try again.`,
  resendFailed: t`Failed to resend code. Please try again.`,
  signInFailed: t`OTP verification failed. Please try again.`,
});

function CodeStep({ verification, onVerified, onResent, onOtherEmail }: CodeStepProps) {
  const { email, otpId, devCode } = verification;
  const onSkipped = () => onResent(null);
  const entry = { verification, texts: codeTexts(), onVerified, onResent, onSkipped };
  const { form, error, resending, resend } = useCodeEntry(entry);
  return (
    <Box component="form" noValidate onSubmit={form.submit}>
      <FormAlert message={error} />
      <Alert severity="info" role="status" sx={{ mb: 3 }}>
        <span>{t`We sent a 6-digit code to`}</span>{' '}
        <Box component="span" sx={{ overflowWrap: 'anywhere', display: 'inline-block' }}>
          {email}.
        </Box>
      </Alert>
      <DevCode code={devCode} />
      <FormField label={t`Email`} value={email} disabled />
      <CodeField
        {...form.field('code', t`6 digits. It can take a minute to arrive.`)}
        label={t`Verification code`}
        autoFocus
        submitsItself
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        disabled={form.busy || resending}
        sx={{ mt: 1 }}
      >
        {form.busy ? t`Verifying OTP...` : t`Verify`}
      </Button>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', mt: 2, mx: -1.75 }}>
        <ResendCode key={otpId} resending={resending} busy={form.busy} onResend={resend} />
        <Button variant="text" disabled={form.busy} onClick={onOtherEmail}>
          {t`Use a different email`}
        </Button>
      </Box>
      <SpamNote />
    </Box>
  );
}

/** Explains why the server ended the sign-in. */
function SignedOutNote() {
  return (
    <Alert severity="info" role="status" sx={{ mb: 3 }}>
      {wasDemo()
        ? t`You were signed out. Demo accounts expire after some time, with all their data.`
        : t`You were signed out. Your answers are kept.`}
    </Alert>
  );
}

interface SignInProps {
  title: string;
  lead: string;
  /** Initial value of the email field. */
  email?: string;
  note?: ReactNode;
  onToken: (token: string) => Promise<void>;
  onVerified: (verified: Verified, email: string) => Promise<void>;
}

/** Password first, then the code where one is needed. */
export function SignIn({ title, lead, email: initialEmail = '', note, onToken, onVerified }: SignInProps) {
  const { setOtpRequired } = useAuth();
  const [verification, setVerification] = useState<Verification | null>(null);
  const [email, setEmail] = useState(initialEmail);
  const onCode = (started: Verification) => {
    setEmail(started.email);
    setOtpRequired(true);
    setVerification(started);
  };
  const leaveCode = () => {
    setOtpRequired(false);
    setVerification(null);
  };
  return (
    <FormCard
      title={title}
      lead={verification ? t`Verify your email to continue` : lead}
      corner={<ThemeToggle />}
    >
      {verification ? (
        <CodeStep
          verification={verification}
          onVerified={(verified) => onVerified(verified, email)}
          onResent={setVerification}
          onOtherEmail={leaveCode}
        />
      ) : (
        <>
          {note}
          <PasswordStep email={email} onToken={onToken} onCode={onCode} />
        </>
      )}
    </FormCard>
  );
}

export function LoginPage() {
  const { signIn, signedOutByServer } = useAuth();
  const navigate = useNavigate();
  const onToken = async (token: string) => {
    await signIn(token);
    await navigate('/dashboard', { replace: true });
  };
  const onVerified = async (verified: Verified, email: string) => {
    const { to, state } = screenAfter(verified, email);
    await signIn(verified.token);
    await navigate(to, { replace: true, state });
  };
  return (
    <SignIn
      title={t`Welcome Back`}
      lead={t`Sign in to continue learning`}
      note={signedOutByServer && <SignedOutNote />}
      onToken={onToken}
      onVerified={onVerified}
    />
  );
}
