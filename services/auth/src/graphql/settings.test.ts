import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromIp, startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const changeUsername = `mutation ($input: ChangeUsernameInput!) { changeUsername(input: $input) { id username } }`;
const changeTheme = `mutation ($input: ChangeThemeInput!) { changeTheme(input: $input) { id theme } }`;
const changeLanguage = `mutation ($input: ChangeLanguageInput!) { changeLanguage(input: $input) { id language } }`;
const changePassword = `mutation ($input: ChangePasswordInput!) {
  changePassword(input: $input) { accessToken expiresInSeconds passwordRequired }
}`;
const requestEmailChange = `mutation ($input: RequestEmailChangeInput!) {
  requestEmailChange(input: $input) { status otpId devCode }
}`;
const changeEmail = `mutation ($input: ChangeEmailInput!) { changeEmail(input: $input) { accessToken } }`;
const logOutSession = `mutation ($input: LogOutSessionInput!) {
  logOutSession(input: $input) { id sessions { id isCurrent } }
}`;
const sessions = `{ viewer { sessions { id device browser system createdAt lastSeenAt isCurrent } } }`;

type Bearer = { token: string };
const query = (document: string, input: object, { token }: Bearer) =>
  auth.graphql(document, { input }, { token });
const isAccepted = async (token: string) => (await auth.get('/user', { token })).status === 200;
const logIn = async ({ email, password }: { email: string; password: string }) =>
  (await auth.post('/login', { email, password })).body;
const codes = (responses: { code: string | undefined }[]) =>
  responses.map(({ code }) => code ?? 'ok').toSorted();
const newPassword = 'nywila mpya kabisa';
let addresses = 0;
const anEmail = () => `moved${++addresses}@example.org`;

describe('the theme of an account', () => {
  const themeOf = async (bearer: Bearer) =>
    (await query('{ viewer { theme } }', {}, bearer)).data.viewer.theme;

  it('shows no theme before a choice, and then the same one on every device of the account', async () => {
    const one = await auth.signIn();
    expect(await themeOf(one)).toBeNull();
    const { data } = await query(changeTheme, { theme: 'LIGHT' }, one);
    expect(data.changeTheme).toEqual({ id: String(one.id), theme: 'LIGHT' });
    const onPhone = { token: (await logIn(one)).access_token as string };
    expect(await themeOf(onPhone)).toBe('LIGHT');
    await query(changeTheme, { theme: 'SYSTEM' }, onPhone);
    expect(await themeOf(one)).toBe('SYSTEM');
  });

  it('rejects a theme that does not exist', async () => {
    const one = await auth.signIn();
    expect((await query(changeTheme, { theme: 'SEPIA' }, one)).data?.changeTheme).toBeUndefined();
    expect(await themeOf(one)).toBeNull();
  });

  it('keeps one theme when several devices choose at the same moment', async () => {
    const one = await auth.signIn();
    const chosen = await Promise.all(
      ['LIGHT', 'DARK', 'LIGHT', 'SYSTEM'].map((theme) => query(changeTheme, { theme }, one)),
    );
    expect(codes(chosen)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(['LIGHT', 'DARK', 'SYSTEM']).toContain(await themeOf(one));
  });
});

describe('the language of an account', () => {
  const languageOf = async (bearer: Bearer) =>
    (await query('{ viewer { theme language } }', {}, bearer)).data.viewer;
  const signUpAs = async (headers: Record<string, string>) => {
    const user = auth.aUser();
    await auth.post('/signup', user, { headers });
    const code = await auth.requestCode(user.email);
    const { body } = await auth.post('/login/otp/verify', { email: user.email, ...code });
    return { ...user, token: body.access_token as string };
  };

  it('is at first that of the browser in which the learner signed up', async () => {
    const [one, other] = [await signUpAs({ 'accept-language': 'sw-KE,en;q=0.8' }), await signUpAs({})];
    expect(await languageOf(one)).toEqual({ theme: null, language: 'SW' });
    expect(await languageOf(other)).toEqual({ theme: null, language: null });
  });

  it('of a sign-up through the web client is that of its request too', async () => {
    const user = auth.aUser();
    const document = `mutation ($input: SignUpInput!) { signUp(input: $input) { id } }`;
    await auth.graphql(document, { input: user }, { headers: { 'accept-language': 'sw' } });
    const code = await auth.requestCode(user.email);
    const { body } = await auth.post('/login/otp/verify', { email: user.email, ...code });
    expect(await languageOf({ token: body.access_token })).toEqual({ theme: null, language: 'SW' });
  });

  it('is the same on every device after a choice, whatever their browsers request', async () => {
    const one = await auth.signIn();
    const { data } = await query(changeLanguage, { language: 'SW' }, one);
    expect(data.changeLanguage).toEqual({ id: String(one.id), language: 'SW' });
    const onPhone = { token: (await logIn(one)).access_token as string };
    expect((await languageOf(onPhone)).language).toBe('SW');
    await query(changeLanguage, { language: 'EN' }, onPhone);
    expect((await languageOf(one)).language).toBe('EN');
  });

  it('can be read by other processes, and is deleted with the account', async () => {
    const one = await auth.signIn();
    const read = async () => (await auth.get(`/internal/users/${one.id}/language`)).body;
    expect(await read()).toEqual({ language: null });
    await query(changeLanguage, { language: 'SW' }, one);
    expect(await read()).toEqual({ language: 'sw' });
    const step = { deletionId: randomUUID(), userIds: [one.id], dryRun: false };
    await auth.post('/internal/users/deletion', step);
    expect(await read()).toEqual({ language: null });
  });

  it('and its theme do not overwrite each other', async () => {
    const one = await auth.signIn();
    await query(changeTheme, { theme: 'LIGHT' }, one);
    await query(changeLanguage, { language: 'SW' }, one);
    await query(changeTheme, { theme: 'DARK' }, one);
    expect(await languageOf(one)).toEqual({ theme: 'DARK', language: 'SW' });
  });

  it('cannot be one that the product does not support', async () => {
    const one = await auth.signIn();
    expect((await query(changeLanguage, { language: 'FR' }, one)).data?.changeLanguage).toBeUndefined();
    expect((await languageOf(one)).language).toBeNull();
  });
});

describe('changing the username', () => {
  it('gives the account the new name, trimmed, and publishes it', async () => {
    const one = await auth.signIn();
    const { data } = await query(changeUsername, { username: `  new ${one.username} ` }, one);
    expect(data.changeUsername).toEqual({ id: String(one.id), username: `new ${one.username}` });
    expect((await auth.get('/user', one)).body.username).toBe(`new ${one.username}`);
    expect((await auth.eventsOf(one.id)).at(-1)).toBe('auth.user-changed');
  });

  it('rejects a taken name, whatever its capitals', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const { code } = await query(changeUsername, { username: other.username.toUpperCase() }, one);
    expect(code).toBe('USERNAME_TAKEN');
    expect((await auth.get('/user', one)).body.username).toBe(one.username);
  });

  it('lets a learner change the capitals of the own name', async () => {
    const one = await auth.signIn();
    const { data } = await query(changeUsername, { username: one.username.toUpperCase() }, one);
    expect(data.changeUsername.username).toBe(one.username.toUpperCase());
  });

  it('to the current one publishes nothing', async () => {
    const one = await auth.signIn();
    expect((await query(changeUsername, { username: one.username }, one)).code).toBeUndefined();
    expect(await auth.eventsOf(one.id)).not.toContain('auth.user-changed');
  });

  it('of two learners to one name at the same time succeeds for one of them', async () => {
    const people = [await auth.signIn(), await auth.signIn()];
    const username = `wanted by ${people[0]?.username}`;
    const responses = await Promise.all(people.map((person) => query(changeUsername, { username }, person)));
    expect(codes(responses)).toEqual(['USERNAME_TAKEN', 'ok']);
  });

  it('cannot be used to probe which names are taken', async () => {
    const limited = await startAuth({ env: { USERNAME_CHANGES_PER_HOUR: '2' }, stack: auth.stack });
    const { token } = await limited.signIn();
    const responses = [];
    for (const username of ['first', 'second', 'third'])
      responses.push(await limited.graphql(changeUsername, { input: { username } }, { token }));
    expect(responses.at(-1)?.code).toBe('RATE_LIMITED');
    await limited.stop();
  });
});

describe('changing the password', () => {
  it('makes the new one valid and the older one invalid', async () => {
    const one = await auth.signIn();
    const input = { currentPassword: one.password, newPassword };
    const { data } = await query(changePassword, input, one);
    expect(data.changePassword).toMatchObject({ expiresInSeconds: 12 * 3600, passwordRequired: false });
    expect((await logIn(one)).code).toBe('INVALID_CREDENTIALS');
    expect((await logIn({ ...one, password: newPassword })).status).toBe('ok');
  });

  it('ends every other session at once, while this one continues with its new token', async () => {
    const one = await auth.signIn();
    const elsewhere = (await logIn(one)).access_token;
    const { data } = await query(changePassword, { currentPassword: one.password, newPassword }, one);
    const { accessToken } = data.changePassword;
    expect(await Promise.all([accessToken, one.token, elsewhere].map(isAccepted))).toEqual([
      true,
      false,
      false,
    ]);
    const own = (await auth.graphql(sessions, {}, { token: accessToken })).data.viewer.sessions;
    expect(own).toEqual([expect.objectContaining({ isCurrent: true })]);
    expect((await auth.post('/auth/refresh', undefined, { token: accessToken })).status).toBe(200);
  });

  it('publishes an event and sends the owner an email', async () => {
    const one = await auth.signIn();
    await query(changePassword, { currentPassword: one.password, newPassword }, one);
    expect((await auth.eventsOf(one.id)).slice(-2)).toEqual(['auth.password-reset', 'auth.access-revoked']);
    const mails = await auth.mailsTo(one.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain('The password of your Kumbuka account was changed');
  });

  it('requires the current one, and rejects a wrong one without signing the learner out', async () => {
    const one = await auth.signIn();
    const { code } = await query(changePassword, { currentPassword: 'not mine', newPassword }, one);
    expect(code).toBe('PASSWORD_WRONG');
    expect([await isAccepted(one.token), (await logIn(one)).status]).toEqual([true, 'ok']);
  });

  it('counts guesses together with those at the login', async () => {
    const one = await auth.signIn();
    for (let guess = 0; guess < 5; guess++) await logIn({ ...one, password: `guess ${guess}` });
    const guesses = [];
    for (let guess = 0; guess < 6; guess++)
      guesses.push(await query(changePassword, { currentPassword: `guess ${guess}`, newPassword }, one));
    expect(guesses.at(-1)?.code).toBe('RATE_LIMITED');
  });

  it.each([
    ['a common one', 'password1'],
    ['one of 5 characters', 'abcde'],
    ['one of 257 bytes', 'x'.repeat(257)],
  ])('rejects %s', async (_what, wrong) => {
    const one = await auth.signIn();
    const { errors } = await query(
      changePassword,
      { currentPassword: one.password, newPassword: wrong },
      one,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION', details: [{ path: 'newPassword' }] });
    expect((await logIn(one)).status).toBe('ok');
  });

  it('twice at once succeeds once, because the first change revokes the token of the second', async () => {
    const one = await auth.signIn();
    const passwords = ['nywila ya kwanza', 'nywila ya pili'];
    const responses = await Promise.all(
      passwords.map((each) =>
        query(changePassword, { currentPassword: one.password, newPassword: each }, one),
      ),
    );
    expect(codes(responses)).toEqual(['UNAUTHENTICATED', 'ok']);
    const logIns = await Promise.all(passwords.map((password) => logIn({ ...one, password })));
    expect(logIns.map(({ status }) => status === 'ok')).toEqual(
      responses.map(({ code }) => code === undefined),
    );
  });

  it('again with the older token changes nothing', async () => {
    const one = await auth.signIn();
    const input = { currentPassword: one.password, newPassword };
    await query(changePassword, input, one);
    expect((await query(changePassword, input, one)).code).toBe('UNAUTHENTICATED');
    expect((await logIn({ ...one, password: newPassword })).status).toBe('ok');
  });
});

describe('changing the email', () => {
  const codeFor = async (newEmail: string, one: Bearer & { password: string }) => {
    const { data } = await query(requestEmailChange, { newEmail, password: one.password }, one);
    const { otpId, devCode } = data.requestEmailChange;
    return { newEmail, otpId, code: String(devCode) };
  };

  it('sends a code to the new address and, after it was entered, a notice to the older one', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    const [mail] = await auth.mailsTo(input.newEmail);
    expect(mail?.text).toContain(input.code);
    expect((await auth.get('/user', one)).body.email).toBe(one.email);
    await query(changeEmail, input, one);
    const subjects = (await auth.mailsTo(one.email, 2)).map(({ subject }) => subject);
    expect(subjects).toContain('The email address of your Kumbuka account was changed');
  });

  it('lets only the new address sign in, and ends other sessions', async () => {
    const one = await auth.signIn();
    const elsewhere = (await logIn(one)).access_token;
    const input = await codeFor(anEmail(), one);
    const { accessToken } = (await query(changeEmail, input, one)).data.changeEmail;
    expect((await auth.get('/user', { token: accessToken })).body).toMatchObject({
      email: input.newEmail,
      email_verified: true,
    });
    expect([await isAccepted(one.token), await isAccepted(elsewhere)]).toEqual([false, false]);
    expect((await logIn(one)).code).toBe('INVALID_CREDENTIALS');
    expect((await logIn({ ...one, email: input.newEmail })).status).toBe('ok');
    expect((await auth.eventsOf(one.id)).slice(-2)).toEqual(['auth.user-changed', 'auth.access-revoked']);
  });

  it('needs the password', async () => {
    const one = await auth.signIn();
    const input = { newEmail: anEmail(), password: 'not mine' };
    expect((await query(requestEmailChange, input, one)).code).toBe('PASSWORD_WRONG');
    expect(await auth.database.collection('codes').countDocuments({ accountId: one.id })).toBe(0);
  });

  it('rejects the address that the account has, whatever its capitals', async () => {
    const one = await auth.signIn();
    const input = { newEmail: ` ${one.email.toUpperCase()}`, password: one.password };
    expect((await query(requestEmailChange, input, one)).errors?.[0]?.extensions).toMatchObject({
      code: 'VALIDATION',
      details: [{ path: 'newEmail' }],
    });
  });

  it('responds for a taken address as for any other, and sends nothing', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const before = (await auth.mailsTo(other.email)).length;
    const input = { newEmail: other.email, password: one.password };
    const { data } = await query(requestEmailChange, input, one);
    expect(data.requestEmailChange).toEqual({ status: 'SENT', otpId: expect.any(String), devCode: null });
    await auth.mailsTo((await codeFor(anEmail(), one)).newEmail);
    expect(await auth.mailsTo(other.email)).toHaveLength(before);
    const guess = { newEmail: other.email, otpId: data.requestEmailChange.otpId, code: '123456' };
    expect((await query(changeEmail, guess, one)).code).toBe('OTP_INVALID');
  });

  it('accepts the address of an unverified account, which is deleted', async () => {
    const squatter = await auth.signUp({ email: anEmail() });
    const one = await auth.signIn();
    const input = await codeFor(squatter.email, one);
    expect((await query(changeEmail, input, one)).code).toBeUndefined();
    expect(await auth.eventsOf(squatter.id)).toEqual(['auth.user-registered', 'auth.user-deleted']);
    expect((await logIn({ ...one, email: squatter.email })).status).toBe('ok');
  });

  it('rejects an address that somebody else verified meanwhile', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    const other = await auth.signUp({ email: input.newEmail });
    const proof = { email: other.email, ...(await auth.requestCode(other.email)) };
    await auth.post('/login/otp/verify', proof);
    expect((await query(changeEmail, input, one)).code).toMatch(/OTP_INVALID|EMAIL_TAKEN/);
    expect((await auth.get('/user', one)).body.email).toBe(one.email);
  });

  it('rejects the code of another learner, though it is the right one', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const input = await codeFor(anEmail(), one);
    expect((await query(changeEmail, input, other)).code).toBe('OTP_INVALID');
    expect((await query(changeEmail, input, one)).code).toBeUndefined();
  });

  it('rejects a code for another address', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    expect((await query(changeEmail, { ...input, newEmail: anEmail() }, one)).code).toBe('OTP_INVALID');
  });

  it('locks the code after five wrong attempts', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    const wrong = input.code === '000000' ? '111111' : '000000';
    const attempts = [];
    for (let time = 0; time < 6; time++)
      attempts.push(await query(changeEmail, { ...input, code: wrong }, one));
    expect(attempts.map(({ code }) => code)).toEqual([...Array<string>(5).fill('OTP_INVALID'), 'OTP_LOCKED']);
    expect((await query(changeEmail, input, one)).code).toBe('OTP_LOCKED');
  });

  it('with one code twice at once succeeds once', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    const responses = await Promise.all([query(changeEmail, input, one), query(changeEmail, input, one)]);
    expect(responses.filter(({ code }) => code === undefined)).toHaveLength(1);
    expect((await auth.eventsOf(one.id)).filter((type) => type === 'auth.user-changed')).toHaveLength(1);
  });

  it('fails when the password was replaced after the request, because its tokens are revoked', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    await query(changePassword, { currentPassword: one.password, newPassword }, one);
    expect((await query(changeEmail, input, one)).code).toBe('UNAUTHENTICATED');
  });

  it('leaves no reset code of the older address behind', async () => {
    const one = await auth.signIn();
    const input = await codeFor(anEmail(), one);
    const reset = {
      email: one.email,
      ...(await auth.requestPasswordReset(one.email)),
      new_password: newPassword,
    };
    await query(changeEmail, input, one);
    expect((await auth.post('/reset-password', reset)).body.code).toBe('OTP_INVALID');
  });

  it('invalidates a reset code that was sent to the older address meanwhile', async () => {
    const one = await auth.signIn();
    const reset = {
      email: one.email,
      ...(await auth.requestPasswordReset(one.email)),
      new_password: newPassword,
    };
    const accounts = auth.database.collection('users');
    const email = anEmail();
    await accounts.updateOne({ _id: one.id as never }, { $set: { email, emailKey: email } });
    expect((await auth.post('/reset-password', reset)).body.code).toBe('OTP_INVALID');
  });

  it('sends a learner at most ten codes an hour, to whatever addresses', async () => {
    const one = await auth.signIn();
    const responses = [];
    for (let time = 0; time < 11; time++)
      responses.push(await query(requestEmailChange, { newEmail: anEmail(), password: one.password }, one));
    expect(responses.map(({ code }) => code ?? 'ok')).toEqual([
      ...Array<string>(10).fill('ok'),
      'RATE_LIMITED',
    ]);
  });

  it('sends an address one code in 30 seconds, for all accounts together', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const { newEmail } = await codeFor(anEmail(), one);
    const again = await query(requestEmailChange, { newEmail, password: other.password }, other);
    expect(again.code).toBe('RATE_LIMITED');
  });
});

describe('the sessions of a learner', () => {
  const firefox = {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  };
  const sessionsOf = async ({ token }: Bearer) =>
    (await auth.graphql(sessions, {}, { token })).data.viewer.sessions;

  it('have their devices, and the current one is marked', async () => {
    const one = await auth.signIn({}, firefox);
    await logIn(one);
    const listed = await sessionsOf(one);
    expect(listed).toEqual([
      expect.objectContaining({ device: 'Unknown device', browser: null, system: null, isCurrent: false }),
      expect.objectContaining({
        device: 'Firefox on Linux',
        browser: 'Firefox',
        system: 'Linux',
        isCurrent: true,
      }),
    ]);
  });

  it('say when each was last active', async () => {
    const one = await auth.signIn();
    const [{ id: sessionId, createdAt, lastSeenAt }] = await sessionsOf(one);
    expect(lastSeenAt).toBe(createdAt);
    const at = auth.clock.now().toISOString();
    await auth.post('/internal/presence', { seen: [{ userId: one.id, sessionId, at }] });
    expect((await sessionsOf(one))[0].lastSeenAt).toBe(at);
    await auth.post('/internal/presence', { seen: [{ userId: one.id, sessionId, at: createdAt }] });
    expect((await sessionsOf(one))[0].lastSeenAt).toBe(at);
  });

  it('do not become active by a presence report about another user', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const [before] = await sessionsOf(one);
    const at = new Date(Date.now() + 1000).toISOString();
    await auth.post('/internal/presence', { seen: [{ userId: other.id, sessionId: before.id, at }] });
    expect(await sessionsOf(one)).toEqual([before]);
  });

  it('can be ended one by one; their tokens are rejected at once', async () => {
    const one = await auth.signIn();
    const lost = (await logIn(one)).access_token;
    const [{ id: sessionId }] = await sessionsOf({ token: lost });
    const { data } = await query(logOutSession, { sessionId }, one);
    expect(data.logOutSession.sessions).toEqual([expect.objectContaining({ isCurrent: true })]);
    expect([await isAccepted(lost), await isAccepted(one.token)]).toEqual([false, true]);
    expect((await auth.eventsOf(one.id)).at(-1)).toBe('auth.access-revoked');
  });

  it('cannot be ended by another one, who gets the response for a missing session', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const [{ id: theirs }] = await sessionsOf(other);
    const responses = [
      await query(logOutSession, { sessionId: theirs }, one),
      await query(logOutSession, { sessionId: 'none' }, one),
    ];
    expect(responses[0]).toEqual(responses[1]);
    expect(await isAccepted(other.token)).toBe(true);
    expect(await auth.eventsOf(other.id)).not.toContain('auth.access-revoked');
  });

  it('cannot be seen by others, not even by an operator', async () => {
    const learner = await auth.signIn();
    const admin = await auth.signUp();
    const operator = { $set: { role: 'admin', emailVerifiedAt: new Date() } };
    await auth.database.collection('users').updateOne({ _id: admin.id as never }, operator);
    const { access_token: token } = await logIn(admin);
    const query = `query ($ids: [_Any!]!) { _entities(representations: $ids) { ... on User { id sessions { id } } } }`;
    const ids = [{ __typename: 'User', id: String(learner.id) }];
    const { data } = await auth.graphql(query, { ids }, { token });
    expect(data._entities).toEqual([{ id: String(learner.id), sessions: null }]);
  });
});

describe('the settings', () => {
  it.each([
    [changeUsername, { username: 'somebody' }],
    [changeLanguage, { language: 'SW' }],
    [changePassword, { currentPassword: 'x', newPassword }],
    [requestEmailChange, { newEmail: 'a@example.org', password: 'x' }],
    [changeEmail, { newEmail: 'a@example.org', otpId: 'x', code: '123456' }],
    [logOutSession, { sessionId: 'x' }],
  ])('need a token: %.32s', async (document, input) => {
    expect((await auth.graphql(document, { input }, fromIp('203.0.113.77'))).code).toBe('UNAUTHENTICATED');
  });
});
