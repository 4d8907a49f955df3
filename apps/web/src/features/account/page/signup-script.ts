import { t } from '@lingui/core/macro';
import { cleanUsername } from '../../../shared/account/field-errors.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { draftOf, visitor } from '../../../shared/browser/drafts.ts';
import { signupCodeTexts } from '../code-texts.ts';
import type { Verification } from '../flows.ts';
import { signupErrors, type SignupValues } from '../rules.ts';
import { runCodeStep } from './code-step.ts';
import { laterPart, partOf } from './elements.ts';
import { enter } from './enter.ts';
import { runForm } from './page-form.ts';
import { startPage, type AccountPage, type AccountPageTexts } from './start-page.ts';

/** The code step in this tab, so that it is there again after the way to the mail app. */
const codeStep = draftOf<Verification>('sign-up', visitor);

/** Runs the sign-up. A second submit of the same account only requests a code. */
export function runSignup({ api, leave, signal }: AccountPage) {
  const element = partOf<HTMLFormElement>(document, 'email-form');
  const dialog = laterPart<HTMLDialogElement>('dialog');
  let created: { email: string; proof: string } | null = null;

  const create = async ({ email, username, password }: SignupValues): Promise<string | null> => {
    if (created?.email === email) return created.proof;
    try {
      const proof = await api.signUp({ email, username: cleanUsername(username), password });
      created = { email, proof };
      return proof;
    } catch (failure) {
      form.fail(messageOf(failure, t`Signup failed. Please try again.`));
      return null;
    }
  };
  const requestCode = async ({ email, password }: SignupValues, signUpProof: string) => {
    const failed = t`Failed to send verification code. Please try again.`;
    try {
      const { status, otpId, devCode } = await api.requestCode(email);
      if (status === 'SENT') show({ email, otpId, devCode, password, signUpProof });
      else form.fail(failed);
    } catch (failure) {
      form.fail(messageOf(failure, failed));
    }
  };
  const form = runForm<SignupValues>(element, {
    validate: signupErrors,
    signal,
    onSubmit: async (values) => {
      const trimmed = { ...values, email: values.email.trim() };
      const proof = await create(trimmed);
      if (proof !== null) await requestCode(trimmed, proof);
    },
  });

  // The proof of the sign-up replaces the password, which is not kept.
  const keep = (verification: Verification) => codeStep.keep({ ...verification, password: '' });
  const showCode = runCodeStep(partOf<HTMLFormElement>(dialog, 'code-form'), {
    api,
    texts: signupCodeTexts(),
    signal,
    onResent: keep,
    onSkipped: () => {
      codeStep.forget();
      leave('/dashboard');
    },
    onVerified: (verified, { email }) => {
      const isIn = enter(verified, email, leave);
      if (isIn) codeStep.forget();
      return isIn;
    },
  });
  const show = (verification: Verification) => {
    keep(verification);
    showCode(verification);
    if (dialog.open) return;
    element.after(dialog);
    dialog.showModal();
  };

  dialog.addEventListener('cancel', (event) => event.preventDefault(), { signal });
  // Chromium closes a dialog at the second Escape, whatever a page says.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault(), { signal });
  partOf(dialog, 'other-email').addEventListener(
    'click',
    () => {
      codeStep.forget();
      dialog.close();
      dialog.remove();
      element.querySelector<HTMLElement>('button[type="submit"]')?.focus();
    },
    { signal },
  );
  const kept = codeStep.read();
  if (kept) show(kept);
}

export const start = (texts: AccountPageTexts) => startPage(texts, runSignup);
