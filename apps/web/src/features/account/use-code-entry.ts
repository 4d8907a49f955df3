import { useState } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import type { Verified } from '../../shared/auth/account-calls.ts';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import type { CodeStepTexts } from './code-texts.ts';
import { verifyCode, type Verification } from './flows.ts';

interface CodeEntryOptions {
  verification: Verification;
  texts: CodeStepTexts;
  onVerified: (verified: Verified) => Promise<void>;
  /** Another code was sent. */
  onResent: (verification: Verification) => void;
  /** The address is verified already, so no code was sent again. */
  onSkipped: () => void;
}

/** State of the form that verifies an address by a code: the entry, a new code, and errors of both. */
export function useCodeEntry({ verification, texts, onVerified, onResent, onSkipped }: CodeEntryOptions) {
  const { api } = useAuth();
  const { email, otpId, password, signUpProof } = verification;
  const [error, setError] = useState<string | null>(null);
  const [isRepeat, setRepeat] = useState(false);
  const [resending, setResending] = useState(false);
  const form = useForm<{ code: string }>({
    initial: { code: '' },
    validate: () => ({}),
    onSubmit: async ({ code }) => {
      setError(null);
      const outcome = await verifyCode(api, { email, otpId, code, password, signUpProof, isRepeat }, texts);
      if (outcome.kind === 'error') {
        setRepeat(isRepeat || outcome.hasNoResponse);
        return setError(outcome.message);
      }
      await onVerified(outcome).catch((failure: unknown) => setError(messageOf(failure, texts.signInFailed)));
    },
  });

  const resend = async () => {
    setError(null);
    setResending(true);
    try {
      const reply = await api.requestCode(email);
      if (reply.status === 'SENT') return onResent({ email, password, signUpProof, ...reply });
      onSkipped();
    } catch (failure) {
      setError(messageOf(failure, texts.resendFailed));
    } finally {
      setResending(false);
    }
  };
  return { form, error, resending, resend };
}
