import { t } from '@lingui/core/macro';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { storeToken } from '../../../shared/auth/token.ts';
import type { CodeReply } from '../../../shared/auth/account-calls.ts';
import { resetPassword } from '../flows.ts';
import { forgotErrors, resetErrors, type ForgotValues, type ResetValues } from '../rules.ts';
import { runResend, showSent } from './code-step.ts';
import { partOf, showPart, stepsOf } from './elements.ts';
import { runForm, type PageForm } from './page-form.ts';
import { passwordChanged } from './password-changed.ts';
import { startPage, type AccountPage, type AccountPageTexts } from './start-page.ts';
import { verifiedEmail } from './verified-email.ts';

/** Runs the reset of a password. */
export function runForgot({ api, leave, signal }: AccountPage) {
  const first = partOf<HTMLFormElement>(document, 'email-form');
  const { second, show: showStep } = stepsOf(first);
  const firstNotice = partOf(second, 'notice').querySelector('.MuiAlert-message')?.textContent ?? '';
  let sent = { email: '', otpId: null as string | null };
  let isRepeat = false;

  const showReset = (email: string, { otpId, devCode }: CodeReply, notice: string) => {
    sent = { email, otpId };
    isRepeat = false;
    partOf(second, 'notice').querySelector('.MuiAlert-message')!.textContent = notice;
    showSent(second, { email, devCode });
    startWait();
  };

  const email: PageForm = runForm<ForgotValues>(first, {
    validate: forgotErrors,
    signal,
    onSubmit: async ({ email: typed }) => {
      try {
        const reply = await api.requestReset(typed.trim());
        if (reply.status !== 'SENT') return email.fail(t`Could not send reset code.`);
        reset.clear();
        showReset(typed.trim(), reply, firstNotice);
        showStep(true);
        reset.field('code').focus();
      } catch (failure) {
        email.fail(messageOf(failure, t`Could not send reset code. Please try again.`));
      }
    },
  });
  const reset: PageForm = runForm<ResetValues>(second, {
    validate: resetErrors,
    signal,
    onSubmit: async ({ code, password }) => {
      const outcome = await resetPassword(api, { ...sent, code, password, isRepeat });
      if (outcome.kind === 'error') {
        isRepeat ||= outcome.hasNoResponse;
        return reset.fail(outcome.message);
      }
      if (outcome.token === '') {
        passwordChanged.keep(true);
        return leave('/login');
      }
      storeToken(outcome.token);
      leave('/dashboard');
    },
  });
  const startWait = runResend(second, {
    form: reset,
    signal,
    failedText: t`Failed to resend code. Please try again.`,
    request: async () =>
      showReset(sent.email, await api.requestReset(sent.email), t`A new code has been sent.`),
  });
  partOf(second, 'other-email').addEventListener(
    'click',
    () => {
      showStep(false);
      email.field('email').focus();
    },
    { signal },
  );
  const verified = verifiedEmail.read();
  if (verified === null) return;
  verifiedEmail.forget();
  showPart(first, 'note-verified');
  email.write('email', verified);
}

export const start = (texts: AccountPageTexts) => startPage(texts, runForgot);
