import { t } from '@lingui/core/macro';

/** Text of the button that requests another code, which the server sends after a wait. */
export function resendLabel(isResending: boolean, left: number): string {
  if (isResending) return t`Resending...`;
  return left > 0 ? t`Resend code in ${left} s` : t`Resend code`;
}
