import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { messageOf } from '../../shared/apollo/errors.ts';
import { draftOf, visitor } from '../../shared/browser/drafts.ts';
import { lazyNamed } from '../../shared/browser/lazy-named.tsx';
import { useFocusAfterWork } from '../../shared/hooks/use-focus-after-work.ts';
import { useForm } from '../../shared/hooks/use-form.ts';
import { FormField, PasswordField, verbatim } from '../../shared/ui/fields.tsx';
import { cleanUsername, passwordRule } from '../../shared/account/field-errors.ts';
import { FormAlert } from '../../shared/account/form-alert.tsx';
import { FormCard } from './form-card.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { screenAfter, type Verification } from './flows.ts';
import { signupErrors, type SignupValues } from './rules.ts';

const VerificationModal = lazyNamed(() => import('./verification-modal.tsx'), 'VerificationModal');

const empty: SignupValues = { email: '', username: '', password: '', confirm: '' };

/** The code step in this tab, so that it is there again after the way to the mail app. */
const codeStep = draftOf<Verification>('sign-up', visitor);

/** Creates the account, then requests a code, which must be sent. A second submit of the same account only requests a code. */
function useSignup(onCode: (verification: Verification) => void) {
  const { api, setOtpRequired } = useAuth();
  const [error, setError] = useState<string | null>(null);
  const [created, setCreated] = useState<{ email: string; proof: string } | null>(null);

  const create = async ({ email, username, password }: SignupValues): Promise<string | null> => {
    if (created?.email === email) return created.proof;
    try {
      const proof = await api.signUp({ email, username: cleanUsername(username), password });
      setCreated({ email, proof });
      setOtpRequired(true);
      return proof;
    } catch (failure) {
      setError(messageOf(failure, t`Signup failed. Please try again.`));
      return null;
    }
  };

  const requestCode = async ({ email, password }: SignupValues, signUpProof: string) => {
    try {
      const { status, otpId, devCode } = await api.requestCode(email);
      if (status === 'SENT') return onCode({ email, otpId, devCode, password, signUpProof });
      setError(t`Failed to send verification code. Please try again.`);
    } catch (failure) {
      setError(messageOf(failure, t`Failed to send verification code. Please try again.`));
    }
  };

  const submit = async (values: SignupValues) => {
    setError(null);
    const trimmed = { ...values, email: values.email.trim() };
    const proof = await create(trimmed);
    if (proof !== null) await requestCode(trimmed, proof);
  };
  return { error, submit };
}

export function SignupPage() {
  const navigate = useNavigate();
  const { signIn } = useAuth();
  const [verification, setVerification] = useState<Verification | null>(codeStep.read);
  const show = (next: Verification | null) => {
    setVerification(next);
    // The proof of the sign-up replaces the password, which is not kept.
    if (next) codeStep.keep({ ...next, password: '' });
    else codeStep.forget();
  };
  const { error, submit } = useSignup(show);
  const form = useForm<SignupValues>({ initial: empty, validate: signupErrors, onSubmit: submit });
  const button = useFocusAfterWork(form.busy || verification !== null);

  return (
    <FormCard
      title={t`Create Account`}
      lead={t`Your first cards are two minutes away`}
      corner={<ThemeToggle />}
    >
      <Box component="form" noValidate onSubmit={form.submit}>
        <FormAlert message={error} />
        <FormField {...form.field('email')} label={t`Email`} type="email" autoComplete="username" autoFocus />
        <FormField
          {...form.field('username')}
          label={t`Username`}
          autoComplete="nickname"
          slotProps={{ htmlInput: verbatim }}
        />
        <PasswordField
          {...form.field('password', passwordRule())}
          label={t`Password`}
          autoComplete="new-password"
        />
        <PasswordField {...form.field('confirm')} label={t`Confirm password`} autoComplete="new-password" />
        <Button ref={button} type="submit" variant="contained" size="large" fullWidth disabled={form.busy}>
          {form.busy ? t`Processing...` : t`Create account`}
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', mt: 2 }}>
          <Trans>
            Already have an account?{' '}
            <Link component={RouterLink} to="/login" sx={{ display: 'inline-block', py: 1.5 }}>
              Sign in here
            </Link>
          </Trans>
        </Typography>
      </Box>
      {verification && (
        <Suspense>
          <VerificationModal
            verification={verification}
            onChanged={show}
            onCancel={() => show(null)}
            onSkipped={() => {
              codeStep.forget();
              void navigate('/dashboard');
            }}
            onVerified={async (verified) => {
              const { to, state } = screenAfter(verified, verification.email);
              await signIn(verified.token);
              codeStep.forget();
              await navigate(to, { replace: true, state });
            }}
          />
        </Suspense>
      )}
    </FormCard>
  );
}
