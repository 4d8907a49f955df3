import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { flushSync } from 'react-dom';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { showLanguage, withMessages } from '../../shared/i18n/i18n.ts';
import { fill } from '../../test/fill.ts';
import {
  anAuthApi,
  asha,
  refusal,
  refused,
  renderScreen,
  type Responses,
} from '../../test/render-screen.tsx';
import { SettingsPage } from './settings-page.tsx';

const stats = {
  __typename: 'LearnerStats',
  weeklyGoal: 50,
  targetDays: 3,
  timezone: 'Africa/Nairobi',
  zoneFollowsDevice: true,
  dayStartHour: 4,
};
const aSession = (fields: object) => ({
  __typename: 'AccountSession',
  id: 'here',
  browser: 'Firefox',
  system: 'Linux',
  createdAt: '2026-03-01T08:00:00Z',
  lastSeenAt: '2026-03-02T08:00:00Z',
  isCurrent: true,
  ...fields,
});
const phone = aSession({ id: 'phone', browser: 'Chrome', system: 'Android', isCurrent: false });
const viewer = {
  __typename: 'User',
  id: '7',
  username: 'asha',
  email: 'asha@example.com',
  stats,
  sessions: [phone, aSession({})],
};

const noReminder = { __typename: 'Reminder', hour: null, channel: 'MAIL' };

const open = (responses: Responses = {}, calls = {}, at = '/settings') => {
  localStorage.setItem('authToken', 'older');
  return renderScreen({
    screen: <SettingsPage />,
    at,
    path: '/settings',
    api: anAuthApi(calls),
    responses: {
      SettingsScreen: () => ({ viewer }),
      Reminders: () => ({ viewer: { __typename: 'User', id: '7', reminder: noReminder, push: null } }),
      ...responses,
    },
  });
};
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

afterEach(() => vi.restoreAllMocks());

it('the index of the settings page leads to each panel', async () => {
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  const { router } = open();
  await panel('Password');
  const index = within(screen.getByRole('navigation', { name: 'Sections of the settings' }));
  const devices = index.getByRole('link', { name: 'Devices' });
  await userEvent.click(devices);
  expect(router.state.location.hash).toBe('#devices');
  expect(devices.getAttribute('aria-current')).toBe('location');
  expect(document.activeElement).toBe(document.getElementById('devices'));
  expect(shown).toHaveBeenCalledTimes(1);
  await userEvent.tab();
  expect((await panel('Devices')).getAllByRole('button')).toContain(document.activeElement);
  await userEvent.click(devices);
  expect(document.activeElement?.id).toBe('devices');
});

it.each(['appearance', 'erase'])(
  'a link to the section %s of the settings leads to that section',
  async (section) => {
    Element.prototype.scrollIntoView = vi.fn();
    open({}, {}, `/settings#${section}`);
    await panel('Password');
    await waitFor(() => expect(document.activeElement?.id).toBe(section));
  },
);

it('each form with a password has the email of the account as its username, for password managers', async () => {
  open();
  await panel('Password');
  const passwords = [...document.querySelectorAll<HTMLInputElement>('[autocomplete="current-password"]')];
  const usernames = passwords.map(
    ({ form }) => form?.querySelector<HTMLInputElement>('[autocomplete="username"]')?.value,
  );
  expect(usernames).toEqual(['asha@example.com', 'asha@example.com', 'asha@example.com']);
});

it('the settings page saves another name', async () => {
  const change = vi.fn(({ input }: { input: { username: string } }) => ({
    changeUsername: { __typename: 'User', id: '7', ...input },
  }));
  const user = vi.fn(async () => asha);
  open({ ChangeUsername: change }, { viewer: user });
  await panel('Name');
  fill('Username', '  Asha\0W \0');
  expect(await screen.findByText('Your name is saved.')).toBeTruthy();
  expect(change).toHaveBeenCalledWith({ input: { username: 'Asha W' } }, expect.anything());
  await waitFor(() => expect(user.mock.calls.length).toBeGreaterThan(1));
});

it('a half-typed name is not saved when the letter makes it valid that was missing before', async () => {
  const change = vi.fn(({ input }: { input: { username: string } }) => ({
    changeUsername: { __typename: 'User', id: '7', ...input },
  }));
  open({ ChangeUsername: change });
  await panel('Name');
  const field = screen.getByLabelText('Username');
  await userEvent.clear(field);
  await userEvent.type(field, 'ab');
  await userEvent.tab();
  await userEvent.type(field, 'cdef');
  await userEvent.tab();
  await screen.findByText('Your name is saved.');
  expect(change.mock.calls.map(([{ input }]) => input.username)).toEqual(['abcdef']);
});

it('a goal that is half typed while another setting is saved is saved only when its field is left', async () => {
  const first = Promise.withResolvers<void>();
  const update = vi.fn(async ({ input }: { input: object }) => {
    await first.promise;
    return { updateStudySettings: { ...stats, ...input } };
  });
  open({ UpdateStudySettings: update });
  await panel('Study days and goals');
  fireEvent.change(screen.getByLabelText('Your day starts at'), { target: { value: '6' } });
  await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  const goal = screen.getByLabelText('Cards a week');
  fill('Days a week', '5');
  await userEvent.clear(goal);
  await userEvent.type(goal, '2');
  first.resolve();
  await screen.findByText('Your study settings are saved.');
  await userEvent.type(goal, '5');
  await userEvent.tab();
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
  expect(update.mock.lastCall?.[0].input).toMatchObject({ weeklyGoal: 25, targetDays: 5 });
});

it('a choice is saved as chosen, although a browser renders between the listeners of one event', async () => {
  const update = vi.fn(({ input }: { input: object }) => ({ updateStudySettings: { ...stats, ...input } }));
  open({ UpdateStudySettings: update });
  await panel('Study days and goals');
  const between = screen.getByRole('region', { name: 'Study days and goals' });
  between.addEventListener('change', () => flushSync(() => {}));
  fireEvent.change(screen.getByLabelText('Your day starts at'), { target: { value: '6' } });
  await screen.findByText('Your study settings are saved.');
  expect(update.mock.calls[0]?.[0].input).toMatchObject({ dayStartHour: 6 });
});

it('the settings page says in its panel that a name is taken', async () => {
  open({ ChangeUsername: () => refusal('USERNAME_TAKEN', 'This username is already taken.') });
  const name = await panel('Name');
  fill('Username', 'juma');
  expect((await name.findByRole('alert')).textContent).toBe('This username is already taken.');
});

it('the settings page continues with the new token after a change of the password', async () => {
  const change = vi.fn(() => ({ changePassword: { __typename: 'AccessToken', accessToken: 'newer' } }));
  open({ ChangePassword: change });
  await panel('Password');
  fill('Current password', 'quiet river');
  fill('New password', 'loud river');
  fill('Confirm password', 'loud river');
  await press('Change password');
  await screen.findByText('Your password is changed. Other devices were signed out.');
  expect(change).toHaveBeenCalledWith(
    {
      input: { currentPassword: 'quiet river', newPassword: 'loud river' },
    },
    expect.anything(),
  );
  expect(localStorage.getItem('authToken')).toBe('newer');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});

const lost = () => {
  throw new TypeError('Failed to fetch');
};
const endedToken = () => Promise.reject(refused('UNAUTHENTICATED', 'Sign in again.'));
/** A server that has revoked the old token. */
const afterAChange = () => {
  let checks = 0;
  const isEnded = () => checks++ > 0 && localStorage.getItem('authToken') === 'older';
  return async () => (isEnded() ? endedToken() : asha);
};
const changePassword = async () => {
  const password = await panel('Password');
  fill('Current password', 'quiet river');
  fill('New password', 'loud river');
  fill('Confirm password', 'loud river');
  await press('Change password');
  return password;
};

it('a password that was changed although the response was lost is reported as changed', async () => {
  const logIn = vi.fn(async () => 'newer');
  open({ ChangePassword: lost }, { viewer: afterAChange(), logIn });
  await changePassword();
  await screen.findByText('Your password is changed. Other devices were signed out.');
  expect(logIn).toHaveBeenCalledWith({ email: 'asha@example.com', password: 'loud river' });
  expect(localStorage.getItem('authToken')).toBe('newer');
});

it('an email that was changed although the response was lost is reported as changed', async () => {
  const logIn = vi.fn(async () => 'newer');
  open(
    {
      RequestEmailChange: () => ({
        requestEmailChange: { __typename: 'CodeRequest', otpId: 'o1', devCode: null },
      }),
      ChangeEmail: lost,
    },
    { viewer: afterAChange(), logIn },
  );
  await panel('Email');
  fill('New email', 'new@example.com');
  fill('Your password', 'quiet river');
  await press('Send code');
  await screen.findByLabelText('Code');
  fill('Code', '123456');
  await press('Change email');
  await screen.findByText('Your email is changed. Other devices were signed out.');
  expect(logIn).toHaveBeenCalledWith({ email: 'new@example.com', password: 'quiet river' });
});

const notYet = 'No response; your password is not changed yet. Try again in a moment.';
const unreadable = 'No response; your password may have changed. It is safe to try again.';

it.each([
  ['the older token is still good', async () => asha, notYet],
  ['the sign-in gets no response', afterAChange(), unreadable],
])(
  'a change of the password whose response was lost is not reported as made while %s',
  async (_while, viewer, said) => {
    open({ ChangePassword: lost }, { viewer, logIn: async () => lost() });
    const password = await changePassword();
    expect((await password.findByRole('alert')).textContent).toBe(said);
    expect(localStorage.getItem('authToken')).toBe('older');
  },
);

it('a session that ended meanwhile is not taken for a change of the password', async () => {
  const logIn = () => Promise.reject(refused('INVALID_CREDENTIALS', 'Wrong.'));
  open(
    { ChangePassword: () => refusal('UNAUTHENTICATED', 'Sign in again.') },
    { viewer: afterAChange(), logIn },
  );
  const password = await changePassword();
  expect((await password.findByRole('alert')).textContent).toBe('Sign in again.');
});

it('the settings page does not sign out for a wrong password', async () => {
  open({ ChangePassword: () => refusal('PASSWORD_WRONG', 'The password is wrong.') });
  const password = await panel('Password');
  fill('Current password', 'not mine');
  fill('New password', 'loud river');
  fill('Confirm password', 'loud river');
  await press('Change password');
  expect((await password.findByRole('alert')).textContent).toBe('The password is wrong.');
  expect(localStorage.getItem('authToken')).toBe('older');
});

it('the settings page shows what is missing of a new password after the form was sent', async () => {
  open();
  await panel('Password');
  fill('New password', 'abc');
  await press('Change password');
  expect(screen.getByText('Current password is required')).toBeTruthy();
  expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy();
  expect(screen.getByText('Password confirmation is required')).toBeTruthy();
});

it('the settings page verifies a new email by its code', async () => {
  const change = vi.fn(() => ({ changeEmail: { __typename: 'AccessToken', accessToken: 'newer' } }));
  open({
    RequestEmailChange: () => ({
      requestEmailChange: { __typename: 'CodeRequest', otpId: 'o1', devCode: '123456' },
    }),
    ChangeEmail: change,
  });
  const email = await panel('Email');
  expect(email.getByText('asha@example.com')).toBeTruthy();
  fill('New email', ' new@example.com ');
  fill('Your password', 'quiet river');
  await press('Send code');
  await email.findByText(/If new@example.com can be used/);
  fill('Code', ' 123456 ');
  await press('Change email');
  await screen.findByText('Your email is changed. Other devices were signed out.');
  expect(change).toHaveBeenCalledWith(
    {
      input: { newEmail: 'new@example.com', otpId: 'o1', code: '123456' },
    },
    expect.anything(),
  );
  expect(localStorage.getItem('authToken')).toBe('newer');
});

it('the focus of the button for a different email moves to the field for it when the button is gone', async () => {
  open({
    RequestEmailChange: () => ({
      requestEmailChange: { __typename: 'CodeRequest', otpId: 'o1', devCode: '123456' },
    }),
  });
  await panel('Email');
  expect(document.activeElement).toBe(document.body);
  fill('New email', 'new@example.com');
  fill('Your password', 'quiet river');
  await press('Send code');
  await screen.findByText(/If new@example.com can be used/);
  await press('Use a different email');
  expect(document.activeElement).toBe(screen.getByLabelText('New email'));
});

it('the settings page refuses a new email that the API refuses, before it requests a code', async () => {
  const request = vi.fn(() => refusal('VALIDATION', 'Invalid email address'));
  open({ RequestEmailChange: request });
  const email = await panel('Email');
  fill('New email', 'josé@example.org');
  fill('Your password', 'quiet river');
  await press('Send code');
  expect(email.getByText('Invalid email address')).toBeTruthy();
  expect(email.getByLabelText('New email').getAttribute('aria-invalid')).toBe('true');
  expect(request).not.toHaveBeenCalled();
});

it('the focus stays in the section whose form is cleared after a change', async () => {
  open({
    RequestEmailChange: () => ({
      requestEmailChange: { __typename: 'CodeRequest', otpId: 'o1', devCode: '123456' },
    }),
    ChangeEmail: () => ({ changeEmail: { __typename: 'AccessToken', accessToken: 'newer' } }),
    ChangePassword: () => ({ changePassword: { __typename: 'AccessToken', accessToken: 'newest' } }),
    LogOutSession: () => ({ logOutSession: { __typename: 'User', id: '7', sessions: [aSession({})] } }),
  });
  await panel('Email');
  fill('New email', 'new@example.com');
  fill('Your password', 'quiet river');
  await press('Send code');
  fill('Code', '123456');
  await press('Change email');
  await screen.findByLabelText('New email');
  await waitFor(() => expect(document.activeElement?.id).toBe('email'));
  await changePassword();
  await waitFor(() => expect(document.activeElement?.id).toBe('password'));
  await press(/Sign out Chrome on Android/);
  await waitFor(() => expect(document.activeElement?.id).toBe('devices'));
});

it.each(['Email', 'Password', 'Erase my account'])(
  'tabbing past the empty fields of the section %s shows no errors',
  async (section) => {
    open();
    const fields = (await panel(section)).getAllByLabelText<HTMLInputElement>(/email|password/i, {
      selector: 'input',
    });
    for (const field of fields) {
      field.focus();
      await userEvent.tab();
    }
    expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(fields.map(() => 'false'));
  },
);

it('zone, day start and both goals are saved by themselves, also those that change during a save (D20)', async () => {
  const first = Promise.withResolvers<void>();
  const update = vi.fn(async (_variables: unknown) => {
    await first.promise;
    return { updateStudySettings: { ...stats } };
  });
  open({ UpdateStudySettings: update });
  await panel('Study days and goals');
  fill('Time zone', 'Asia/Tokyo');
  await waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  fill('Your day starts at', '6');
  fill('Cards a week', '120');
  fill('Days a week', '5');
  first.resolve();
  const all = {
    timezone: 'Asia/Tokyo',
    zoneFollowsDevice: false,
    dayStartHour: 6,
    weeklyGoal: 120,
    targetDays: 5,
  };
  await waitFor(() => expect(update.mock.lastCall?.[0]).toEqual({ input: all }));
  expect(update).toHaveBeenCalledTimes(2);
});

it('no setting has a button that saves it: only what needs a password, a code or a day is sent by one (D20)', async () => {
  open();
  await panel('Password');
  await panel('Study days and goals');
  const sent = [...document.querySelectorAll('form button[type=submit]')].map((each) => each.textContent);
  expect(sent.filter((text) => text?.startsWith('Save') && !text.includes('absence'))).toEqual([]);
});

it('a phone has one link for each group of settings (D20)', async () => {
  open();
  await panel('Password');
  const index = screen.getByRole('navigation', { name: 'Sections of the settings' });
  const groups = [...index.children].map((group) => group.firstElementChild);
  expect(groups.map((link) => link?.textContent)).toEqual([
    'Studying',
    'This app',
    'Your account',
    'Your data',
  ]);
  expect(groups.map((link) => link?.getAttribute('href'))).toEqual([
    '/settings#study',
    '/settings#language',
    '/settings#name',
    '/settings#storage',
  ]);
});

it.each(['0', '10001', '2.5', ''])('the settings page does not save %j cards a week', async (goal) => {
  open();
  await panel('Study days and goals');
  fill('Cards a week', goal);
  expect(screen.getByText('Enter a whole number from 1 to 10,000')).toBeTruthy();
});

it('the settings page says when study settings could not be loaded, and shows the rest', async () => {
  open({ SettingsScreen: () => ({ viewer: { ...viewer, stats: null } }) });
  expect(await screen.findByText(/These settings are not available right now/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Change password' })).toBeTruthy();
});

it('the settings page lists this device first and signs out another one', async () => {
  const end = vi.fn((_variables: unknown) => ({
    logOutSession: { __typename: 'User', id: '7', sessions: [aSession({})] },
  }));
  open({ LogOutSession: end });
  const devices = await panel('Devices');
  const [first] = devices.getAllByRole('listitem');
  expect(first?.textContent).toContain('This device');
  await press(/Sign out Chrome on Android/);
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1));
  expect(end).toHaveBeenCalledWith({ input: { sessionId: 'phone' } }, expect.anything());
});

it('devices have Kiswahili names on a page in Kiswahili', async () => {
  await withMessages('settings', Promise.resolve());
  await showLanguage('sw');
  onTestFinished(() => showLanguage('en'));
  const unknown = aSession({ id: 'tool', browser: null, system: null, isCurrent: false });
  open({ SettingsScreen: () => ({ viewer: { ...viewer, sessions: [phone, unknown] } }) });
  expect(await screen.findByText('Chrome kwenye Android')).toBeTruthy();
  expect(screen.getByText('Kifaa kisichojulikana')).toBeTruthy();
});

it('the settings page does not show a failed list of devices as an empty one', async () => {
  open({ SettingsScreen: () => ({ viewer: { ...viewer, sessions: null } }) });
  const devices = await panel('Devices');
  expect(devices.getByText('Your devices cannot be listed right now.')).toBeTruthy();
  expect(devices.queryByRole('list')).toBeNull();
});

it('the settings page asks before it signs out everywhere, and then goes to the login', async () => {
  const { router } = open({ LogOutEverywhere: () => ({ logOutEverywhere: true }) });
  await panel('Devices');
  await press('Sign out everywhere');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(document.activeElement?.textContent).toBe('Cancel');
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(localStorage.getItem('authToken')).toBeNull();
});
