import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { AuthApi } from '../../shared/auth/auth-api.ts';
import { fill } from '../../test/fill.ts';
import { anAuthApi, renderScreen } from '../../test/render-screen.tsx';
import { ForgotPage } from './forgot-page.tsx';
import type { ResetState } from './flows.ts';

const open = (calls: Partial<AuthApi>, state?: ResetState) =>
  renderScreen({ screen: <ForgotPage />, at: '/forgot-password', api: anAuthApi(calls), state });

it('the forgot page says why a sign-up by somebody else requires a new password, and fills in the email', async () => {
  const { router } = open(
    {
      requestReset: async (email) => ({ status: 'SENT', otpId: email, devCode: null }),
      resetPassword: async ({ otpId, newPassword }) =>
        otpId === 'asha@example.com' && newPassword === 'quiet river' ? 'tok' : null,
    },
    { email: 'asha@example.com' },
  );
  expect(screen.getByText(/no longer works/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByLabelText('Reset code');
  fill('Reset code', '123456');
  fill('New password', 'quiet river');
  fill('Confirm password', 'quiet river');
  await userEvent.click(screen.getByRole('button', { name: 'Verify & reset' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

it('the forgot page mentions no sign-up by somebody else to a learner who forgot the password', () => {
  open({});
  expect(screen.queryByText(/no longer works/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
});
