import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { AuthApi } from '../../shared/auth/auth-api.ts';
import { fill } from '../../test/fill.ts';
import { openBuiltPage } from '../../test/built-page.tsx';
import { ForgotPage } from './forgot-page.tsx';
import type { ResetState } from './flows.ts';
import { runForgot } from './page/forgot-script.ts';
import { verifiedEmail } from './page/verified-email.ts';

function open(calls: Partial<AuthApi>, state?: ResetState) {
  if (state) verifiedEmail.keep(state.email);
  return openBuiltPage(<ForgotPage />, runForgot, calls);
}

it('the forgot page says why a sign-up by somebody else requires a new password, and fills in the email', async () => {
  const opened = open(
    {
      requestReset: async (email) => ({ status: 'SENT', otpId: email, devCode: null }),
      resetPassword: async ({ otpId, newPassword }) =>
        otpId === 'asha@example.com' && newPassword === 'quiet river' ? 'tok' : null,
    },
    { email: 'asha@example.com' },
  );
  expect(screen.getByRole('status').textContent).toMatch(/no longer works/);
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByLabelText('Reset code');
  expect(document.body.textContent).toContain('Look into your spam folder');
  fill('Reset code', '123456');
  fill('New password', 'quiet river');
  fill('Confirm password', 'quiet river');
  await userEvent.click(screen.getByRole('button', { name: 'Verify & reset' }));
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
});

it('the forgot page mentions no sign-up by somebody else to a learner who forgot the password', () => {
  open({});
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('');
});
