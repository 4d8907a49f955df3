import { t } from '@lingui/core/macro';
import type { CodeTexts } from './flows.ts';

/** Errors of a step for a code. */
export interface CodeStepTexts extends CodeTexts {
  resendFailed: string;
  signInFailed: string;
}

export const loginCodeTexts = (): CodeStepTexts => ({
  missingSession: t`Missing OTP session. Please resend the code.`,
  failed: t`OTP verification failed. Please try again.`,
  resendFailed: t`Failed to resend code. Please try again.`,
  signInFailed: t`OTP verification failed. Please try again.`,
});

export const signupCodeTexts = (): CodeStepTexts => ({
  missingSession: t`Missing verification session. Please resend the code.`,
  failed: t`Verification failed. Please try again.`,
  resendFailed: t`Failed to resend code.`,
  signInFailed: t`Verification failed.`,
});
