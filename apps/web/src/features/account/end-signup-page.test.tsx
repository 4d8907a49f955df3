import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anAuthApi, refused, renderScreen } from '../../test/render-screen.tsx';
import { EndSignupPage } from './end-signup-page.tsx';

const open = (endSignUp: (token: string) => Promise<void>, at = '/signup/end#7.mac') =>
  renderScreen({ screen: <EndSignupPage />, at, path: '/signup/end', api: anAuthApi({ endSignUp }) });
const button = () => screen.findByRole('button', { name: 'End this sign-up' });

it('opening the link of the email changes nothing; the button ends the sign-up', async () => {
  const endSignUp = vi.fn(async () => {});
  open(endSignUp);
  const end = await button();
  expect(endSignUp).not.toHaveBeenCalled();
  await userEvent.click(end);
  expect(await screen.findByRole('heading', { name: 'The sign-up has ended' })).toBeTruthy();
  expect(endSignUp.mock.calls).toEqual([['7.mac']]);
});

it('the end signup page says why it does not delete a verified account', async () => {
  open(async () => {
    throw refused('SIGN_UP_VERIFIED', 'This email address was verified in the meantime.');
  });
  await userEvent.click(await button());
  expect((await screen.findByRole('alert')).textContent).toContain('verified in the meantime');
});

it('the end signup page offers a retry after a lost response', async () => {
  const endSignUp = vi.fn(async () => {}).mockRejectedValueOnce(new TypeError('gone'));
  open(endSignUp);
  await userEvent.click(await button());
  expect((await screen.findByRole('alert')).textContent).toContain('try again');
  await userEvent.click(await button());
  expect(await screen.findByRole('heading', { name: 'The sign-up has ended' })).toBeTruthy();
});

it('the end signup page has no button without a token', async () => {
  open(async () => {}, '/signup/end');
  expect(await screen.findByText(/incomplete/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End this sign-up' })).toBeNull();
});
