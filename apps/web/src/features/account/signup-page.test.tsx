import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '../../test/fill.ts';
import { passTime } from '../../test/pass-time.ts';
import { expect, it, vi } from 'vitest';
import { closeBuiltPage, openBuiltPage } from '../../test/built-page.tsx';
import type { AuthApi } from '../../shared/auth/auth-api.ts';
import { runSignup } from './page/signup-script.ts';
import { SignupPage } from './signup-page.tsx';

const sent = { status: 'SENT', otpId: 'o1', devCode: null } as const;
const skipped = { status: 'SKIPPED', otpId: null, devCode: null } as const;

const open = (calls: Partial<AuthApi>) =>
  openBuiltPage(<SignupPage />, runSignup, { signUp: async () => 'proof', ...calls });

async function fillAndSubmit(username = 'asha') {
  fill('Email', 'asha@example.com');
  fill('Username', username);
  fill('Password', 'quiet river');
  fill('Confirm password', 'quiet river');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

it('the signup page opens a verification that only Cancel closes', async () => {
  open({ requestCode: async () => sent });
  await fillAndSubmit();
  const modal = await screen.findByRole('dialog', { name: 'Email verification' });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(modal);
  expect(modal.isConnected).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the field for the code is there again after the way to the mail app, without the password', async () => {
  const verify = vi.fn(async () => null);
  open({ requestCode: async () => sent });
  await fillAndSubmit();
  await screen.findByRole('dialog', { name: 'Email verification' });
  expect(JSON.stringify(sessionStorage)).not.toContain('quiet river');
  closeBuiltPage();
  open({ verifyCode: verify });
  await screen.findByText('asha@example.com');
  fill('Verification code', '123456');
  const proven = { email: 'asha@example.com', otpId: 'o1', code: '123456', signUpProof: 'proof' };
  await waitFor(() => expect(verify).toHaveBeenCalledWith(proven));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  closeBuiltPage();
  open({});
  await screen.findByRole('button', { name: 'Create account' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the focus is on the submit button after the verification was cancelled, also the second time', async () => {
  open({ requestCode: async () => sent });
  fill('Email', 'asha@example.com');
  fill('Username', 'asha');
  fill('Password', 'quiet river');
  fill('Confirm password', 'quiet river');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create account' });
  for (let time = 1; time <= 2; time++) {
    submit.focus();
    fireEvent.submit(submit.form!);
    // A browser takes the focus from the button while it is disabled.
    submit.blur();
    await screen.findByRole('dialog');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(submit));
  }
});

it('a password manager keeps the email, and not the username, for the sign-in', async () => {
  open({});
  const emails = (await screen.findByLabelText<HTMLInputElement>('Email')).autocomplete;
  expect([emails, screen.getByLabelText<HTMLInputElement>('Username').autocomplete]).toEqual([
    'username',
    'nickname',
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Password').autocomplete).toBe('new-password');
});

it.each(['as\0ha \ud800', ' as\0ha \ud800\0'])(
  'a NUL or half a character pasted into the username %j is removed, instead of causing a validation error',
  async (pasted) => {
    const signUp = vi.fn<AuthApi['signUp']>(async () => 'proof');
    open({ signUp, requestCode: async () => sent });
    await fillAndSubmit(pasted);
    await screen.findByRole('dialog');
    expect(signUp.mock.lastCall?.[0].username).toBe('as ha \ufffd');
  },
);

it('the signup page counts the characters of a username that remain after cleaning', async () => {
  const signUp = vi.fn(async () => 'proof');
  open({ signUp });
  await fillAndSubmit('as\0');
  expect(screen.getByText('Username must be at least 3 characters')).toBeTruthy();
  expect(signUp).not.toHaveBeenCalled();
});

it('the signup page shows the rule for passwords before it is broken', async () => {
  open({});
  const help = async () => {
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  };
  expect(await help()).toBe('At least 6 characters.');
  fill('Password', 'mti');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await help()).toBe('Password must be at least 6 characters');
});

it('the signup page goes to the dashboard with the right code', async () => {
  const opened = open({
    requestCode: async () => sent,
    verifyCode: async ({ password, signUpProof }) => ({
      token: 'tok',
      passwordRequired: password !== 'quiet river' || signUpProof !== 'proof',
    }),
  });
  await fillAndSubmit();
  await screen.findByLabelText('Verification code');
  fill('Verification code', '123456');
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
});

it('the signup page continues without a code when a resent code turns out not to be needed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requestCode = vi
    .fn<AuthApi['requestCode']>()
    .mockResolvedValueOnce(sent)
    .mockResolvedValueOnce(skipped);
  const opened = open({ requestCode });
  await fillAndSubmit();
  await screen.findByRole('button', { name: /^Resend code in/ });
  await passTime(30_000);
  await userEvent.click(screen.getByRole('button', { name: 'Resend code' }));
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
});

it('the signup page does not create the account twice when only the code failed', async () => {
  const signUp = vi.fn(async () => 'proof');
  const requestCode = vi
    .fn<AuthApi['requestCode']>()
    .mockResolvedValueOnce(skipped)
    .mockResolvedValueOnce(sent);
  open({ signUp, requestCode });
  await fillAndSubmit();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to send verification code. Please try again.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await screen.findByRole('dialog');
  expect(signUp).toHaveBeenCalledTimes(1);
});

it('the code of a new account is sent once at its sixth digit, and again only after a change', async () => {
  const verify = vi.fn(async () => {
    throw new Error('wrong code');
  });
  open({ requestCode: async () => sent, verifyCode: verify });
  await fillAndSubmit();
  await screen.findByLabelText('Verification code');
  fill('Verification code', '12345');
  expect(verify).not.toHaveBeenCalled();
  fill('Verification code', '123456');
  await screen.findByRole('alert');
  expect(verify).toHaveBeenCalledTimes(1);
  fill('Verification code', '12345');
  fill('Verification code', '123457');
  await waitFor(() => expect(verify).toHaveBeenCalledTimes(2));
});

it('a learner without the code reads where to look for it, and from whom it comes', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    '<meta name="mail-sender" content="no-reply@kumbuka.example">',
  );
  open({ requestCode: async () => sent });
  await fillAndSubmit();
  const modal = await screen.findByRole('dialog', { name: 'Email verification' });
  expect(modal.textContent).toContain('Look into your spam folder for one from no-reply@kumbuka.example');
  document.head.querySelector('meta[name="mail-sender"]')?.remove();
});
