import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Verified } from '../../shared/auth/account-calls.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { DevCode, FormAlert } from '../../shared/account/form-alert.tsx';
import { ResendCode } from '../../shared/account/resend-code.tsx';
import { logIn, type Verification } from './flows.ts';
import { FormCard } from './form-card.tsx';
import { loginCodeTexts } from './code-texts.ts';
import { CodeStepView, PasswordStepView } from './login-view.tsx';
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
      <PasswordStepView form={form} />
    </Box>
  );
}

interface CodeStepProps {
  verification: Verification;
  onVerified: (verified: Verified) => Promise<void>;
  onResent: (verification: Verification | null) => void;
  onOtherEmail: () => void;
}

function CodeStep({ verification, onVerified, onResent, onOtherEmail }: CodeStepProps) {
  const { email, otpId, devCode } = verification;
  const onSkipped = () => onResent(null);
  const entry = { verification, texts: loginCodeTexts(), onVerified, onResent, onSkipped };
  const { form, error, resending, resend } = useCodeEntry(entry);
  return (
    <Box component="form" noValidate onSubmit={form.submit}>
      <FormAlert message={error} />
      <CodeStepView
        form={form}
        email={email}
        devCode={<DevCode code={devCode} />}
        resend={<ResendCode key={otpId} resending={resending} busy={form.busy} onResend={resend} />}
        resending={resending}
        onOtherEmail={onOtherEmail}
      />
    </Box>
  );
}

interface SignInProps {
  title: string;
  lead: string;
  /** Initial value of the email field. */
  email?: string;
  onToken: (token: string) => Promise<void>;
  onVerified: (verified: Verified, email: string) => Promise<void>;
}

/** Password first, then the code where one is needed. */
export function SignIn({ title, lead, email: initialEmail = '', onToken, onVerified }: SignInProps) {
  const [verification, setVerification] = useState<Verification | null>(null);
  const [email, setEmail] = useState(initialEmail);
  const onCode = (started: Verification) => {
    setEmail(started.email);
    setVerification(started);
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
          onOtherEmail={() => setVerification(null)}
        />
      ) : (
        <PasswordStep email={email} onToken={onToken} onCode={onCode} />
      )}
    </FormCard>
  );
}
