import { expect, it } from 'vitest';
import { forgotErrors, loginErrors, resetErrors, signupErrors } from './rules.ts';

const good = { email: 'asha@example.com', username: 'asha', password: 'secret', confirm: 'secret' };

it('the rules of account forms accept valid values', () => {
  expect(signupErrors(good)).toEqual({});
  expect(loginErrors(good)).toEqual({});
});

it.each([
  [{ email: '' }, { email: 'Email is required' }],
  [{ email: 'learner@' }, { email: 'Invalid email address' }],
  [{ email: 'a<script>@ex.org' }, { email: 'Invalid email address' }],
  [{ username: '' }, { username: 'Username is required' }],
  [{ username: 'ab' }, { username: 'Username must be at least 3 characters' }],
  [{ username: 'a'.repeat(51) }, { username: 'Username must be at most 50 characters' }],
  [
    { password: '', confirm: '' },
    { password: 'Password is required', confirm: 'Password confirmation is required' },
  ],
  [{ password: 'five5', confirm: 'five5' }, { password: 'Password must be at least 6 characters' }],
  [{ confirm: 'other' }, { confirm: 'Passwords must match' }],
])('the sign-up form with %j shows %j', (change, errors) => {
  expect(signupErrors({ ...good, ...change })).toEqual(errors);
});

it.each([
  ['with an accented letter', 'josé@example.org'],
  ['with an IP for its domain', 'asha@1.2.3.4'],
  ['with a local part of 65 bytes', `${'a'.repeat(65)}@example.org`],
  ['of 255 characters', `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}example`],
])('the sign-up form refuses an address %s, which an older account may have', (_which, email) => {
  expect(signupErrors({ ...good, email })).toEqual({ email: 'Invalid email address' });
  expect(loginErrors({ ...good, email })).toEqual({});
  expect(forgotErrors({ email })).toEqual({});
});

it('invisible characters around a pasted address are ignored, as the API ignores them', () => {
  expect(signupErrors({ ...good, email: '\u202aasha@example.com\u202c ' })).toEqual({});
  expect(forgotErrors({ email: '\u200b' })).toEqual({ email: 'Email is required' });
});

it('the forms that reset a password require the email, the code and both passwords', () => {
  expect(forgotErrors({ email: ' ' })).toEqual({ email: 'Email is required' });
  expect(resetErrors({ code: ' ', password: '', confirm: '' })).toEqual({
    code: 'OTP code is required',
    password: 'New password is required',
    confirm: 'Password confirmation is required',
  });
});
