import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '../../test/fill.ts';
import { passTime } from '../../test/pass-time.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openBuiltPage } from '../../test/built-page.tsx';
import { refused } from '../../test/render-screen.tsx';
import type { AuthApi } from '../../shared/auth/auth-api.ts';
import { noteDemo } from '../../shared/auth/demo-note.ts';
import { endToken } from '../../shared/auth/token.ts';
import { chosenTheme } from '../../shared/theme/chosen-theme.ts';
import { runPublicPage } from '../../shared/built/public-page.ts';
import { LoginPage } from './login-page.tsx';
import { runLogin } from './page/login-script.ts';
import { leaveWhenSignedIn } from './page/start-page.ts';
import { verifiedEmail } from './page/verified-email.ts';

const open = (calls: Partial<AuthApi>) => openBuiltPage(<LoginPage />, runLogin, calls);

async function submitPassword() {
  fill('Email', 'asha@example.com');
  fill('Password', 'quiet river');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

it('the login page shows a field’s error only after it was left', async () => {
  open({});
  await userEvent.type(screen.getByLabelText('Email'), 'learner@');
  expect(screen.queryByText('Invalid email address')).toBeNull();
  await userEvent.tab();
  expect(screen.getByText('Invalid email address')).toBeTruthy();
});

it('the login page keeps the token and goes to the dashboard', async () => {
  const opened = open({ logIn: async () => 'tok' });
  await submitPassword();
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
  expect(localStorage.getItem('authToken')).toBe('tok');
});

it('the login page asks an unverified learner for the code, with the address locked and no password', async () => {
  const opened = open({
    logIn: async () => null,
    requestCode: async () => ({ status: 'SENT', otpId: 'o1', devCode: '123456' }),
    verifyCode: async ({ otpId, code, password }) =>
      otpId === 'o1' && code === '123456' && password === 'quiet river'
        ? { token: 'tok', passwordRequired: false }
        : null,
  });
  await submitPassword();
  await screen.findByText('Verify your email to continue');
  // The address stuck to the word before it.
  expect(document.body.textContent).toContain('We sent a 6-digit code to asha@example.com.');
  expect(document.body.textContent).toContain('Look into your spam folder');
  expect(screen.getByLabelText<HTMLInputElement>('Email').disabled).toBe(true);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByText('123456')).toBeTruthy();
  fill('Verification code', ' 123456 ');
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
});

it('the login page does not send an empty code', async () => {
  open({
    logIn: async () => null,
    requestCode: async () => ({ status: 'SENT', otpId: 'o1', devCode: null }),
  });
  await submitPassword();
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please enter the OTP code.');
});

it('the login page goes back to the password with another address, or when a resent code is not needed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let replies = 0;
  open({
    logIn: async () => null,
    requestCode: async () => {
      replies += 1;
      return replies === 1
        ? { status: 'SENT', otpId: 'o1', devCode: null }
        : { status: 'SKIPPED', otpId: null, devCode: null };
    },
  });
  await submitPassword();
  await screen.findByRole('button', { name: /^Resend code in/ });
  await passTime(30_000);
  await userEvent.click(screen.getByRole('button', { name: 'Resend code' }));
  expect(await screen.findByText('Sign in to continue learning')).toBeTruthy();
});

it('the login page shows the server’s sentence in an alert that has the focus', async () => {
  const error = refused('INVALID_CREDENTIALS', 'The e-mail address or the password is not right.');
  open({
    logIn: () => Promise.reject(error),
    requestCode: async () => ({ status: 'SKIPPED', otpId: null, devCode: null }),
  });
  await submitPassword();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The e-mail address or the password is not right.');
  expect(document.activeElement).toBe(alert);
});

it('the login page makes a learner who verifies a sign-up by somebody else choose a new password', async () => {
  const opened = open({
    logIn: () =>
      Promise.reject(refused('INVALID_CREDENTIALS', 'The email address or the password is wrong.')),
    requestCode: async () => ({ status: 'SENT', otpId: 'o1', devCode: null }),
    verifyCode: async () => ({ token: 'tok', passwordRequired: true }),
  });
  await submitPassword();
  await screen.findByText('Verify your email to continue');
  fill('Verification code', '123456');
  await waitFor(() => expect(opened).toEqual(['/forgot-password']));
  expect(verifiedEmail.read()).toBe('asha@example.com');
});

/** Opens the page in a browser whose token the server has ended. */
function openSignedOut() {
  endToken();
  open({});
}

const shownNotes = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

it('an expired demo account is not promised that its answers are kept', () => {
  noteDemo(true);
  openSignedOut();
  expect(shownNotes()).toEqual([expect.stringMatching(/^You were signed out. Demo accounts expire/)]);
  noteDemo(false);
});

it('a learner whom the server signed out reads why, and that the answers are kept', () => {
  openSignedOut();
  expect(shownNotes()).toEqual(['You were signed out. Your answers are kept.']);
});

it('the theme button of the login page shows the theme that it switches to', async () => {
  const noop = () => {};
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, addListener: noop, removeListener: noop }),
  );
  const pictures = { dark: 'lucide-moon', light: 'lucide-sun', system: 'lucide-monitor' };
  open({});
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  runPublicPage(controller);
  for (const theme of ['light', 'system', 'dark'] as const) {
    const button = screen.getByRole('button', { name: /^Switch to the/ });
    expect(button.querySelector('svg')?.classList).toContain(pictures[theme]);
    await userEvent.click(button);
    expect(chosenTheme()).toBe(theme);
  }
  vi.unstubAllGlobals();
});

/** Opens the page as `/login` does, with a server that knows or does not know the token. */
function openWithServer(viewer: { id: string } | null) {
  vi.stubGlobal('fetch', async () => Response.json({ data: { viewer } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const opened: string[] = [];
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  leaveWhenSignedIn((path) => void opened.push(path), controller.signal);
  return opened;
}

it('a signed-in learner who opens the login page is sent to the dashboard', async () => {
  localStorage.setItem('authToken', 'tok');
  const opened = openWithServer({ id: '7' });
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
});

it('a learner whose token the server refuses stays on the login page', async () => {
  localStorage.setItem('authToken', 'ended');
  const opened = openWithServer(null);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(opened).toEqual([]);
});

it('an open login page goes to the dashboard after a sign-in in another tab', async () => {
  const opened = openWithServer({ id: '7' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(opened).toEqual([]);
  localStorage.setItem('authToken', 'tok');
  window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }));
  await waitFor(() => expect(opened).toEqual(['/dashboard']));
});
