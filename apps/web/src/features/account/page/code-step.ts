import type { CodeReply, Verified, VisitorApi } from '../../../shared/auth/account-calls.ts';
import { codes } from '@kumbuka/contracts/constants';
import { resendLabel } from '../../../shared/account/resend-label.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import type { CodeStepTexts } from '../code-texts.ts';
import { verifyCode, type Verification } from '../flows.ts';
import { disable, fillParts, partOf, showPart } from './elements.ts';
import { runForm, submitAtSixthDigit, type PageForm } from './page-form.ts';

/** What a step for a code shows of the code that was sent. */
export function showSent(root: ParentNode, { email, devCode }: { email: string; devCode: string | null }) {
  fillParts(root, 'sent-to', email);
  const shown = root.querySelector<HTMLInputElement>('[data-part="shown-email"] input');
  if (shown) {
    shown.value = email;
    shown.dispatchEvent(new Event('input', { bubbles: true }));
  }
  showPart(root, 'dev-code', devCode !== null);
  partOf(root, 'dev-code').querySelector('strong')!.textContent = devCode;
}

interface ResendOptions {
  form: PageForm;
  signal: AbortSignal;
  failedText: string;
  request: () => Promise<void>;
}

/** Runs the button that requests another code; returns a function that starts its wait. */
export function runResend(root: HTMLElement, { form, signal, failedText, request }: ResendOptions) {
  const button = root.querySelector<HTMLButtonElement>('[data-resend]')!;
  let since = Date.now();
  let isResending = false;
  const show = () => {
    const left = Math.max(0, Math.ceil(codes.resendSeconds - (Date.now() - since) / 1000));
    button.textContent = resendLabel(isResending, Math.min(left, codes.resendSeconds));
    disable(button, isResending || form.isBusy() || left > 0);
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  signal.addEventListener('abort', () => clearInterval(timer));
  const resend = async () => {
    form.field('code').focus();
    form.fail(null);
    isResending = true;
    form.hold(true);
    show();
    try {
      await request();
    } catch (failure) {
      form.fail(messageOf(failure, failedText));
    } finally {
      isResending = false;
      form.hold(false);
      show();
    }
  };
  button.addEventListener('click', () => void resend(), { signal });
  return () => {
    clearInterval(timer);
    timer = setInterval(show, 1000);
    since = Date.now();
    show();
  };
}

interface CodeStepOptions {
  api: VisitorApi;
  texts: CodeStepTexts;
  signal: AbortSignal;
  /** Returns false when the sign-in failed. */
  onVerified: (verified: Verified, verification: Verification) => boolean;
  /** Another code was sent. */
  onResent?: (verification: Verification) => void;
  /** The address is verified already, so no code was sent again. */
  onSkipped: () => void;
}

/** Runs the step that verifies an address by a code. Returns a function that shows it for a code that was sent. */
export function runCodeStep(
  element: HTMLFormElement,
  { api, texts, signal, onVerified, onResent, onSkipped }: CodeStepOptions,
): (verification: Verification) => void {
  let current: Verification | null = null;
  let isRepeat = false;
  const form = runForm<{ code: string }>(element, {
    validate: () => ({}),
    signal,
    onSubmit: async ({ code }) => {
      if (!current) return;
      const outcome = await verifyCode(api, { ...current, code, isRepeat }, texts);
      if (outcome.kind === 'token') {
        const entered = onVerified(outcome, current);
        if (!entered) form.fail(texts.signInFailed);
        return;
      }
      isRepeat ||= outcome.hasNoResponse;
      form.fail(outcome.message);
    },
  });
  submitAtSixthDigit(element, form.field('code'), signal);
  const startWait = runResend(element, {
    form,
    signal,
    failedText: texts.resendFailed,
    request: async () => {
      if (!current) return;
      const reply: CodeReply = await api.requestCode(current.email);
      if (reply.status !== 'SENT') return onSkipped();
      const { otpId, devCode } = reply;
      current = { ...current, otpId, devCode };
      onResent?.(current);
      showSent(element, current);
      startWait();
    },
  });
  return (verification) => {
    current = verification;
    isRepeat = false;
    form.clear();
    showSent(element, verification);
    startWait();
  };
}
