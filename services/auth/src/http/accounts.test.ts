import { createHash } from 'node:crypto';
import { eventually } from '@kumbuka/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../adapters/crypto/password-hasher.ts';
import { cheapHash, fromIp, minutes, startAuth, days, type AuthService } from '../testing/auth-suite.ts';
import { hashesOf } from '../testing/hashes-of.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const counted = (responses: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );
const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

describe('POST /signup', () => {
  it.each([
    ['a local part of 65 letters', `${'a'.repeat(65)}@example.org`],
    ['a label of 64 letters', `a@${'b'.repeat(64)}.example`],
    ['a bare IP', 'amina@127.0.0.1'],
  ])('POST /signup refuses %s, to which no email can be sent', async (_what, email) => {
    const { status } = await auth.post('/signup', auth.aUser({ email }));
    expect(status).toBe(400);
  });

  it('POST /signup makes an unverified account, publishes it and sends nothing', async () => {
    const user = auth.aUser({ email: ' Njeri.K@Example.ORG ' });
    const { status, body } = await auth.post('/signup', user);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      email: 'Njeri.K@Example.ORG',
      username: user.username,
      email_verified: false,
      signup_proof: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await auth.eventsOf(body.id)).toEqual(['auth.user-registered']);
    expect(await auth.database.collection('mails').countDocuments()).toBe(0);
  });

  it('POST /signup keeps the password as an argon2id hash only', async () => {
    const costly = await startAuth({ stack: auth.stack, overrides: { hashCost: undefined } });
    const user = await costly.signUp({ password: 'siri kubwa sana' });
    await costly.stop();
    const row = await auth.database.collection('users').findOne({ _id: user.id as never });
    expect(row?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain('siri kubwa sana');
  });

  it('POST /signup refuses a taken address, whatever its capitals and blanks', async () => {
    const { email } = await auth.signUp();
    const again = await auth.post('/signup', auth.aUser({ email: `  ${email.toUpperCase()} ` }));
    expect([again.status, again.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('POST /signup refuses a taken username, whatever its capitals', async () => {
    const { username } = await auth.signUp();
    const again = await auth.post('/signup', auth.aUser({ username: ` ${username.toUpperCase()}` }));
    expect([again.status, again.body.code]).toEqual([409, 'USERNAME_TAKEN']);
  });

  it('POST /signup trims the username', async () => {
    const user = auth.aUser();
    const { body } = await auth.post('/signup', { ...user, username: `  ${user.username}  ` });
    expect(body.username).toBe(user.username);
  });

  it('POST /signup makes one account of parallel calls for the same address', async () => {
    const { email, password } = auth.aUser();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => auth.post('/signup', auth.aUser({ email, password }))),
    );
    expect(counted(responses)).toEqual({ 201: 1, 409: 7 });
    expect(responses.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 7 }, () => 'EMAIL_TAKEN'),
    );
  });

  it('POST /signup makes one account of parallel calls for the same username', async () => {
    const { username } = auth.aUser();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => auth.post('/signup', auth.aUser({ username }))),
    );
    expect(counted(responses)).toEqual({ 201: 1, 409: 5 });
    expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set([undefined, 'USERNAME_TAKEN']));
  });

  it('POST /signup returns the same response to a repeat with its Idempotency-Key and creates one account', async () => {
    const user = auth.aUser();
    const once = { headers: { 'idempotency-key': `key-${user.username}` } };
    const first = await auth.post('/signup', user, once);
    const second = await auth.post('/signup', user, once);
    expect([second.status, second.body]).toEqual([201, first.body]);
    const other = await auth.post('/signup', { ...user, username: 'somebodyelse' }, once);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('POST /signup keeps no hash of the password that could be guessed without the secret', async () => {
    const user = auth.aUser();
    await auth.post('/signup', user, { headers: { 'idempotency-key': `key-${user.username}` } });
    const rows = await auth.database.collection('idempotency_keys').find().toArray();
    const row = rows.find(({ _id }) => String(_id).endsWith(`key-${user.username}`));
    const plain = createHash('sha256')
      .update(JSON.stringify([{}, user]))
      .digest('base64');
    expect(row?.['bodyHash']).toMatch(/^[\w+/]{43}=$/);
    expect(row?.['bodyHash']).not.toBe(plain);
  });

  const good = { email: 'bad@example.org', username: 'goodname', password: 'tembo wa savana' };
  it.each([
    ['no body', undefined],
    ['an unknown field', { ...good, role: 'admin' }],
    ['a missing password', { email: good.email, username: good.username }],
    ['a number for a password', { ...good, password: 12345678 }],
    ['an operator for an address', { ...good, email: { $ne: null } }],
    ['a list for a username', { ...good, username: ['goodname'] }],
    ['an address without a dot', { ...good, email: 'bad@example' }],
    ['an address with a blank inside', { ...good, email: 'ba d@example.org' }],
    ['an address with markup, such as a<script>@ex.org', { ...good, email: 'a<script>@ex.org' }],
    ['an address of two', { ...good, email: 'a,bad@example.org' }],
    ['an address with a name', { ...good, email: 'Bad <bad@example.org>' }],
    ['an address of 255 characters', { ...good, email: `${'a'.repeat(243)}@example.org` }],
    ['a username of 2 characters', { ...good, username: '  ab  ' }],
    ['a username of 51 characters', { ...good, username: 'x'.repeat(51) }],
    ['a username with NUL', { ...good, username: 'good\0name' }],
    ['a password of 5 characters', { ...good, password: 'abcde' }],
    ['a password of 257 bytes', { ...good, password: 'x'.repeat(257) }],
    ['a password of 86 three-byte characters', { ...good, password: '€'.repeat(86) }],
    ['a lone surrogate in the password', { ...good, password: 'abcdef\ud800' }],
  ])('POST /signup refuses %s', async (_what, body) => {
    const response = await auth.post('/signup', body);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION']);
    expect(response.body.details.length).toBeGreaterThan(0);
    expect(await auth.database.collection('users').countDocuments({ emailKey: 'bad@example.org' })).toBe(0);
  });

  it.each(['123456', 'password1', 'IloveYou', 'Qwerty123'])(
    'POST /signup refuses the common password %s',
    async (password) => {
      const response = await auth.post('/signup', auth.aUser({ password }));
      expect([response.status, response.body.error]).toEqual([400, 'This password is too common.']);
      expect(response.body.details).toEqual([{ path: 'password', message: 'This password is too common.' }]);
    },
  );

  it.each(['jambo!', 'nywila yangu ni ndefu', '🐘🐘🐘🐘🐘🐘', '€'.repeat(85)])(
    'POST /signup takes the password %s',
    async (password) => {
      const user = await auth.signUp({ password });
      const { status } = await auth.post('/login', { email: user.email, password });
      expect(status).toBe(200);
    },
  );

  it('POST /signup counts attempts of an ip, refused ones too', async () => {
    const limited = await startAuth({ env: { IP_SIGNUPS_PER_HOUR: '3' }, stack: auth.stack });
    const from = fromIp('203.0.113.7');
    const attempts = [auth.aUser(), auth.aUser({ password: '123456' }), auth.aUser(), auth.aUser()];
    const statuses = [];
    for (const body of attempts) statuses.push((await limited.post('/signup', body, from)).status);
    expect(statuses).toEqual([201, 400, 201, 429]);
    const elsewhere = await limited.post('/signup', auth.aUser(), fromIp('203.0.113.8'));
    expect(elsewhere.status).toBe(201);
    await limited.stop();
  });
});

describe('POST /login', () => {
  it.each([
    ['composed', 'caf\u00e9 mchana', 'cafe\u0301 mchana'],
    ['decomposed', 'cafe\u0301 mchana', 'caf\u00e9 mchana'],
  ])(
    'POST /login takes a password that was set %s from the other keyboard',
    async (_form, password, typed) => {
      const { email } = await auth.signIn({ password });
      expect((await auth.post('/login', { email, password: typed })).status).toBe(200);
    },
  );

  it('POST /login returns a token for the right password of a verified account', async () => {
    const { email, password } = await auth.signIn();
    const { status, body } = await auth.post('/login', { email: ` ${email.toUpperCase()}`, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 12 * 3600,
      verification_required: false,
      mfa_required: false,
      status: 'ok',
    });
    expect((await auth.get('/user', { token: body.access_token })).status).toBe(200);
  });

  it('POST /login returns no token before the address is verified', async () => {
    const { email, password } = await auth.signUp();
    const { status, body } = await auth.post('/login', { email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      verification_required: true,
      mfa_required: false,
      status: 'verification_required',
    });
  });

  it('POST /login never trims the password', async () => {
    const { email, password } = await auth.signUp();
    expect((await auth.post('/login', { email, password: `${password} ` })).status).toBe(401);
  });

  it('POST /login returns the same bytes for an unknown address and for a wrong password', async () => {
    const verified = await auth.signIn();
    const unverified = await auth.signUp();
    const emails = [verified.email, unverified.email, 'nobody@example.org', 'not an address'];
    const responses = await Promise.all(
      emails.map((email) => auth.post('/login', { email, password: 'wrong password' })),
    );
    expect(responses[0]?.status).toBe(401);
    expect(responses[0]?.body.code).toBe('INVALID_CREDENTIALS');
    expect(new Set(responses.map(({ status, text }) => `${status} ${withoutRequestId(text)}`)).size).toBe(1);
  });

  it('POST /login computes one hash, both for a wrong password and for an unknown address', async () => {
    const { email } = await auth.signIn();
    const attempt = (address: string) => () =>
      auth.post('/login', { email: address, password: 'wrong password' });
    expect(await hashesOf(attempt(email))).toBe(1);
    expect(await hashesOf(attempt('nobody-hashed@example.org'))).toBe(1);
  });

  it.each([
    ['an unknown field', { email: 'a@example.org', password: 'abcdef', remember: true }],
    ['an operator for a password', { email: 'a@example.org', password: { $gt: '' } }],
    ['no password', { email: 'a@example.org' }],
    ['an empty password', { email: 'a@example.org', password: '' }],
  ])('POST /login refuses %s', async (_what, body) => {
    const response = await auth.post('/login', body);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION']);
  });

  it('POST /login stops after ten wrong passwords in five minutes, for known and unknown addresses alike', async () => {
    const { email, password } = await auth.signIn();
    for (const address of [email, 'unknown-and-tried@example.org']) {
      const responses = [];
      for (let attempt = 0; attempt < 11; attempt++)
        responses.push(await auth.post('/login', { email: address, password: 'wrong password' }));
      expect(responses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
      expect(responses[10]?.body.code).toBe('RATE_LIMITED');
      expect(Number(responses[10]?.headers['retry-after'])).toBeGreaterThan(280);
      expect(Number(responses[10]?.headers['retry-after'])).toBeLessThanOrEqual(300);
    }
    expect((await auth.post('/login', { email, password })).status).toBe(429);
  });

  it('POST /login counts parallel wrong passwords one by one', async () => {
    const { email } = await auth.signIn();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => auth.post('/login', { email, password: 'wrong password' })),
    );
    expect(counted(responses)).toEqual({ 401: 10, 429: 10 });
  });

  it('POST /login resets the count of wrong passwords after a right one', async () => {
    const { email, password } = await auth.signIn();
    const attempt = async (typed: string) => (await auth.post('/login', { email, password: typed })).status;
    for (let round = 0; round < 2; round++) {
      for (let wrong = 0; wrong < 9; wrong++) expect(await attempt('wrong password')).toBe(401);
      expect(await attempt(password)).toBe(200);
    }
  });

  it('POST /login lets many devices of one account sign in at once', async () => {
    const { email, password } = await auth.signIn();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => auth.post('/login', { email, password })),
    );
    expect(counted(responses)).toEqual({ 200: 20 });
  });

  it('POST /login counts logins of an ip', async () => {
    const limited = await startAuth({ env: { IP_LOGINS_PER_5_MINUTES: '4' }, stack: auth.stack });
    const attempt = (index: number, address: string) =>
      limited.post('/login', { email: `a${index}@example.org`, password: 'abcdef' }, fromIp(address));
    const statuses = [];
    for (let index = 0; index < 5; index++) statuses.push((await attempt(index, '203.0.113.7')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await attempt(9, '203.0.113.8')).status).toBe(401);
    await limited.stop();
  });

  it('POST /login replaces a weaker hash', async () => {
    const { id, email, password } = await auth.signIn();
    const users = auth.database.collection('users');
    const weak = await hashPassword(password, { ...cheapHash, memory: 8 });
    await users.updateOne({ _id: id as never }, { $set: { passwordHash: weak } });
    expect((await auth.post('/login', { email, password })).status).toBe(200);
    const row = await users.findOne({ _id: id as never });
    expect(row?.['passwordHash']).toMatch(/m=64,t=1,p=1/);
    expect((await auth.post('/login', { email, password })).status).toBe(200);
  });
});

describe('POST /login/otp/request', () => {
  it('POST /login/otp/request sends a code to an unverified address', async () => {
    const { email } = await auth.signUp({ email: 'Otieno@Example.org' });
    const { status, body } = await auth.post('/login/otp/request', { email: 'otieno@example.org' });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'sent',
      otp_id: expect.any(String),
      dev_code: expect.stringMatching(/^\d{6}$/),
    });
    const [mail] = await auth.mailsTo(email);
    expect(mail?.subject).toBe('Your Kumbuka verification code');
    expect(mail?.text).toContain(body.dev_code);
    expect(mail?.html).toContain(body.dev_code);
  });

  it('a stranger’s chosen name never reaches the owner of an e-mail, whatever the mail is for', async () => {
    const { email, username } = await auth.signUp({ username: 'Pay at evil.example now' });
    await auth.requestCode(email);
    await auth.requestPasswordReset(email);
    const mails = await auth.mailsTo(email, 2);
    expect(JSON.stringify(mails)).not.toContain(username);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });

  it('POST /login/otp/request stores no code in plain text', async () => {
    const { email } = await auth.signUp();
    const { body } = await auth.post('/login/otp/request', { email });
    await auth.mailsTo(email);
    const names = ['codes', 'mails', 'code_turns', 'outbox'];
    const rows = await Promise.all(names.map((name) => auth.database.collection(name).find().toArray()));
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"${body.dev_code}"`));
  });

  it('POST /login/otp/request skips verified and unknown addresses alike, without a wait', async () => {
    const { email } = await auth.signIn();
    const texts = new Set<string>();
    for (const address of [email, 'nobody@example.org', email, 'nobody@example.org']) {
      const { status, text } = await auth.post('/login/otp/request', { email: address });
      texts.add(`${status} ${text}`);
    }
    expect([...texts]).toEqual(['200 {"status":"skipped"}']);
  });

  it('POST /login/otp/request asks to wait 30 seconds before the next code', async () => {
    const { email } = await auth.signUp();
    await auth.requestCode(email);
    auth.clock.pass(10_000);
    const soon = await auth.post('/login/otp/request', { email });
    expect([soon.status, soon.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThanOrEqual(18);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(20);
    auth.clock.pass(20_000);
    expect((await auth.post('/login/otp/request', { email })).status).toBe(200);
  });

  it('POST /login/otp/request makes one code of parallel requests', async () => {
    const { email } = await auth.signUp();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => auth.post('/login/otp/request', { email })),
    );
    expect(counted(responses)).toEqual({ 200: 1, 429: 5 });
  });

  it('POST /login/otp/request makes ten codes an hour for an account', async () => {
    const { email } = await auth.signUp();
    const statuses = [];
    for (let index = 0; index < 11; index++) {
      statuses.push((await auth.post('/login/otp/request', { email })).status);
      auth.clock.pass(31_000);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const refused = await auth.post('/login/otp/request', { email });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    auth.clock.pass(minutes(60));
    expect((await auth.post('/login/otp/request', { email })).status).toBe(200);
  });

  it('POST /login/otp/request counts requests of an ip', async () => {
    const limited = await startAuth({ env: { IP_CODES_PER_HOUR: '2' }, stack: auth.stack });
    const request = (path: string) =>
      limited.post(path, { email: 'nobody@example.org' }, fromIp('203.0.113.7'));
    expect((await request('/login/otp/request')).status).toBe(200);
    expect((await request('/forgot-password')).status).toBe(200);
    const third = await request('/login/otp/request');
    expect([third.status, third.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(3_500);
    await limited.stop();
  });
});

describe('POST /login/otp/verify', () => {
  const verify = (email: string, proof: { otp_id: string; code: string }) =>
    auth.post('/login/otp/verify', { email, ...proof });

  it('POST /login/otp/verify verifies the address and signs in', async () => {
    const user = await auth.signUp();
    const { status, body } = await verify(user.email, await auth.requestCode(user.email));
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token: body.access_token,
      token_type: 'Bearer',
      expires_in: 12 * 3600,
    });
    const account = await auth.get('/user', { token: body.token });
    expect(account.body).toMatchObject({ id: user.id, email_verified: true });
    expect(await auth.eventsOf(user.id)).toEqual(['auth.user-registered', 'auth.user-verified']);
    expect(
      (await auth.post('/login', user && { email: user.email, password: user.password })).body.status,
    ).toBe('ok');
  });

  it('POST /login/otp/verify trims the code and ignores the case of the address', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    expect((await verify(` ${email.toUpperCase()} `, { otp_id, code: ` ${code}\n` })).status).toBe(200);
  });

  it('POST /login/otp/verify accepts a code once', async () => {
    const { email } = await auth.signUp();
    const proof = await auth.requestCode(email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => verify(email, proof)));
    expect(counted(responses)).toEqual({ 200: 1, 400: 3 });
    expect((await verify(email, proof)).body.code).toBe('OTP_INVALID');
  });

  it('POST /login/otp/verify accepts a code for ten minutes', async () => {
    const { email } = await auth.signUp();
    const late = await auth.requestCode(email);
    auth.clock.pass(minutes(10));
    expect((await verify(email, late)).body.code).toBe('OTP_INVALID');
    const inTime = await auth.requestCode(email);
    auth.clock.pass(minutes(9.9));
    expect((await verify(email, inTime)).status).toBe(200);
  });

  it('POST /login/otp/verify refuses the older code after a new one', async () => {
    const { email } = await auth.signUp();
    const older = await auth.requestCode(email);
    auth.clock.pass(30_000);
    const newer = await auth.requestCode(email);
    expect((await verify(email, older)).body.code).toBe('OTP_INVALID');
    expect((await verify(email, { ...newer, otp_id: older.otp_id })).body.code).toBe('OTP_INVALID');
    expect((await verify(email, newer)).status).toBe(200);
  });

  it('POST /login/otp/verify locks a code after five wrong attempts, even for the right code', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    const responses = [];
    for (let attempt = 0; attempt < 5; attempt++)
      responses.push(await verify(email, { otp_id, code: wrongCode(code) }));
    expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set(['OTP_INVALID']));
    const locked = await verify(email, { otp_id, code });
    expect([locked.status, locked.body.code]).toEqual([429, 'OTP_LOCKED']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('POST /login/otp/verify asks for the configured wait after a locked code, and for twice as long with each further one', async () => {
    const patient = await startAuth({ env: { CODE_RESEND_SECONDS: '90' }, stack: auth.stack });
    const { email } = await patient.signUp();
    const waits = [];
    for (let locked = 0; locked < 3; locked++) {
      const { otp_id, code } = await patient.requestCode(email);
      const tried = { email, otp_id, code: wrongCode(code) };
      for (let attempt = 0; attempt < 5; attempt++) await patient.post('/login/otp/verify', tried);
      const { body, headers } = await patient.post('/login/otp/verify', tried);
      expect(body.code).toBe('OTP_LOCKED');
      waits.push(Number(headers['retry-after']));
      const soon = await patient.post('/login/otp/request', { email });
      expect([soon.status, soon.headers['retry-after']]).toEqual([429, headers['retry-after']]);
      patient.clock.pass(waits.at(-1)! * 1000);
    }
    expect(waits).toEqual([90, 180, 360]);
    await patient.stop();
  });

  it('POST /login/otp/verify counts the attempts of one ip, right and wrong, for verification and reset', async () => {
    const limited = await startAuth({ env: { IP_CODE_TRIES_PER_HOUR: '3' }, stack: auth.stack });
    const guess = { email: 'nobody@example.org', otp_id: 'unknown', code: '123456' };
    const reset = { ...guess, new_password: 'nywila mpya kabisa' };
    const from = fromIp('203.0.113.9');
    const responses = [
      await limited.post('/login/otp/verify', guess, from),
      await limited.post('/reset-password', reset, from),
      await limited.post('/login/otp/verify', guess, from),
      await limited.post('/login/otp/verify', guess, from),
      await limited.post('/reset-password', reset, from),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 429, 429]);
    expect(responses[3]?.body.code).toBe('RATE_LIMITED');
    const verify = `mutation ($input: VerifyCodeInput!) { verifyCode(input: $input) { accessToken } }`;
    const input = { email: guess.email, otpId: guess.otp_id, code: guess.code };
    expect((await limited.graphql(verify, { input }, from)).code).toBe('RATE_LIMITED');
    expect((await limited.post('/login/otp/verify', guess, fromIp('203.0.113.10'))).status).toBe(400);
    await limited.stop();
  });

  it('POST /login/otp/verify counts parallel wrong attempts one by one', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => verify(email, { otp_id, code: wrongCode(code) })),
    );
    expect(counted(responses)).toEqual({ 400: 5, 429: 15 });
  });

  it('POST /login/otp/verify refuses a code of another account, of another purpose and of an unknown address', async () => {
    const one = await auth.signUp();
    const other = await auth.signUp();
    const codeOfOne = await auth.requestCode(one.email);
    const resetCode = await auth.requestPasswordReset(one.email);
    for (const [email, proof] of [
      [other.email, codeOfOne],
      ['nobody@example.org', codeOfOne],
      [one.email, resetCode],
      [one.email, { otp_id: 'unknown', code: codeOfOne.code }],
    ] as const) {
      const { status, body } = await verify(email, proof);
      expect([status, body.code, body.error]).toEqual([
        400,
        'OTP_INVALID',
        'The code is wrong or has expired.',
      ]);
    }
    expect((await verify(one.email, codeOfOne)).status).toBe(200);
  });

  it('POST /login/otp/verify accepts a code with a blank in the middle, as email programs show it', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    const copied = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await verify(email, { otp_id, code: copied })).status).toBe(200);
  });

  it('POST /login/otp/verify refuses a text that is no code without counting it', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    for (const typed of ['', '12345', '1234567', 'abcdef', `${code.slice(0, 3)}.${code.slice(3)}`])
      expect((await verify(email, { otp_id, code: typed })).body.code).toBe('OTP_INVALID');
    expect((await verify(email, { otp_id, code })).status).toBe(200);
  });

  it.each([
    ['a number', { code: 123456 }],
    ['an operator', { otp_id: { $ne: null } }],
    ['an unknown field', { remember: true }],
  ])('POST /login/otp/verify refuses %s', async (_what, wrong) => {
    const body = { email: 'a@example.org', otp_id: 'x', code: '123456', ...wrong };
    expect((await auth.post('/login/otp/verify', body)).body.code).toBe('VALIDATION');
  });
});

describe('an account that a stranger made with somebody’s e-mail', () => {
  const stranger = fromIp('203.0.113.66');
  const owner = fromIp('198.51.100.7');

  async function takeOver(more: { password?: string } = {}) {
    const user = auth.aUser();
    await auth.post('/signup', user, stranger);
    const { body: sent } = await auth.post('/login/otp/request', { email: user.email }, owner);
    const proof = { email: user.email, otp_id: sent.otp_id, code: sent.dev_code, ...more };
    const { body } = await auth.post('/login/otp/verify', proof, owner);
    return { ...user, body };
  }

  it('an account that a stranger made with somebody’s e-mail has no working password once the owner verified the e-mail by code', async () => {
    const { email, password, body } = await takeOver();
    expect(body).toMatchObject({ token: expect.any(String), password_required: true });
    const login = await auth.post('/login', { email, password }, stranger);
    expect([login.status, login.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await hashesOf(() => auth.post('/login', { email, password }, stranger))).toBe(1);
  });

  it('an account that a stranger made with somebody’s e-mail is the owner’s, who sets a password by a reset', async () => {
    const { email, password, body } = await takeOver({ password: 'what the owner thought it was' });
    expect(body.password_required).toBe(true);
    expect((await auth.get('/user', { token: body.token })).body).toMatchObject({
      email,
      email_verified: true,
    });
    expect((await auth.post('/auth/refresh', undefined, { token: body.token })).body.password_required).toBe(
      true,
    );
    const reset = { email, ...(await auth.requestPasswordReset(email)), new_password: 'nywila mpya kabisa' };
    expect((await auth.post('/reset-password', reset)).body).not.toHaveProperty('password_required');
    expect((await auth.post('/login', { email, password })).status).toBe(401);
    expect((await auth.post('/login', { email, password: 'nywila mpya kabisa' })).status).toBe(200);
  });

  it('an account that a stranger made with somebody’s e-mail ends the sessions that were made before', async () => {
    const { id, email } = await auth.signUp();
    const sessions = auth.database.collection('sessions');
    const earlier = { userId: id, createdAt: new Date(), endsAt: new Date(Date.now() + days(30)) };
    await sessions.insertOne({ _id: 'earlier' as never, ...earlier });
    const proof = { email, ...(await auth.requestCode(email)), password: 'not theirs' };
    const { body } = await auth.post('/login/otp/verify', proof);
    expect((await auth.get('/user', { token: body.token })).status).toBe(200);
    expect(await sessions.countDocuments({ userId: id })).toBe(1);
    expect(await sessions.findOne({ _id: 'earlier' as never })).toBeNull();
    expect(await auth.eventsOf(id)).toEqual([
      'auth.user-registered',
      'auth.user-verified',
      'auth.access-revoked',
    ]);
  });

  it('an account that a stranger made with somebody’s e-mail keeps the password when the person who signed up enters it, from any network', async () => {
    const { email, password } = auth.aUser();
    await auth.post('/signup', auth.aUser({ email, password }), stranger);
    const { body: sent } = await auth.post('/login/otp/request', { email }, owner);
    const proof = { email, otp_id: sent.otp_id, code: sent.dev_code, password };
    const { body } = await auth.post('/login/otp/verify', proof, owner);
    expect(body).not.toHaveProperty('password_required');
    expect((await auth.post('/login', { email, password }, owner)).status).toBe(200);
  });

  describe('from the same network', () => {
    const network = fromIp('203.0.113.99');

    /** Signs up, waits, requests a code and verifies it after another wait, all from one IP address. */
    async function verifyAfter(untilCode: number, untilVerified: number, more: object = {}, ip = network) {
      const user = auth.aUser();
      const { body: signedUp } = await auth.post('/signup', user, network);
      auth.clock.pass(minutes(untilCode));
      const { body: sent } = await auth.post('/login/otp/request', { email: user.email }, ip);
      auth.clock.pass(minutes(untilVerified));
      const proof = { email: user.email, otp_id: sent.otp_id, code: sent.dev_code, ...more };
      const { body } = await auth.post('/login/otp/verify', proof, network);
      const login = await auth.post('/login', { email: user.email, password: user.password });
      return { ...user, signedUp, token: body.token, logIn: login.status };
    }

    it('a squatter does not keep the password when the owner verifies an hour later', async () => {
      const { token, logIn, email } = await verifyAfter(60, 1);
      expect(logIn).toBe(401);
      expect((await auth.get('/user', { token })).body).toMatchObject({ email, email_verified: true });
    });

    it('an account that a stranger made with somebody’s e-mail from the same network keeps the password of a client that continues at once, and of one whose code arrived late', async () => {
      expect((await verifyAfter(0, 1)).logIn).toBe(200);
      expect((await verifyAfter(9, 8)).logIn).toBe(200);
    });

    it('an account that a stranger made with somebody’s e-mail from the same network does not keep it for a code that somebody else requested, or that was requested late', async () => {
      expect((await verifyAfter(9, 8, {}, fromIp('198.51.100.8'))).logIn).toBe(401);
      expect((await verifyAfter(11, 0)).logIn).toBe(401);
    });

    it('an account that a stranger made with somebody’s e-mail from the same network cannot be kept alive by requesting codes', async () => {
      const user = auth.aUser();
      await auth.post('/signup', user, network);
      for (let round = 0; round < 5; round++) {
        await auth.post('/login/otp/request', { email: user.email }, network);
        auth.clock.pass(minutes(5));
      }
      const { body: sent } = await auth.post('/login/otp/request', { email: user.email }, network);
      const code = { email: user.email, otp_id: sent.otp_id, code: sent.dev_code };
      expect((await auth.post('/login/otp/verify', code, network)).body.password_required).toBe(true);
      expect((await auth.post('/login', user && { email: user.email, password: user.password })).status).toBe(
        401,
      );
    });

    it('a wrong proof removes the password even from the network of the sign-up', async () => {
      const other = await auth.post('/signup', auth.aUser(), network);
      expect((await verifyAfter(0, 0, { signup_proof: other.body.signup_proof })).logIn).toBe(401);
      expect((await verifyAfter(0, 0, { signup_proof: 'x' })).logIn).toBe(401);
    });
  });

  it('an account that a stranger made with somebody’s e-mail keeps the password for the proof of the sign-up, days later and from another network', async () => {
    const user = auth.aUser();
    const once = { headers: { ...stranger.headers, 'idempotency-key': `proof-${user.username}` } };
    const { body: signedUp } = await auth.post('/signup', user, once);
    expect((await auth.post('/signup', user, once)).body.signup_proof).toBe(signedUp.signup_proof);
    auth.clock.pass(days(2));
    const { body: sent } = await auth.post('/login/otp/request', { email: user.email }, owner);
    const code = { email: user.email, otp_id: sent.otp_id, code: sent.dev_code };
    const proof = { ...code, signup_proof: signedUp.signup_proof };
    const hashes = await hashesOf(async () => {
      const { body } = await auth.post('/login/otp/verify', proof, owner);
      expect(body).not.toHaveProperty('password_required');
    });
    expect(hashes).toBe(0);
    expect((await auth.post('/login', { email: user.email, password: user.password })).status).toBe(200);
  });

  it('an account that a stranger made with somebody’s e-mail says how to choose a new password to everybody whose password is wrong', async () => {
    const { email, password } = await takeOver();
    const responses = await Promise.all(
      [email, 'nobody@example.org'].map((each) => auth.post('/login', { email: each, password })),
    );
    expect(new Set(responses.map(({ text }) => withoutRequestId(text))).size).toBe(1);
    expect(responses[0]?.body.error).toContain("'Forgot your password?'");
  });

  it('an account that a stranger made with somebody’s e-mail says the same over GraphQL', async () => {
    const { email } = await auth.signUp();
    const { otp_id: otpId, code } = await auth.requestCode(email);
    const { data } = await auth.graphql(
      `mutation ($input: VerifyCodeInput!) { verifyCode(input: $input) { passwordRequired } }`,
      { input: { email, otpId, code, password: 'not theirs' } },
    );
    expect(data.verifyCode).toEqual({ passwordRequired: true });
  });
});

describe('the link of the email with the code', () => {
  const endToken = async (email: string) => {
    const [mail] = await auth.mailsTo(email);
    return /https:\/\/kumbuka\.example\/signup\/end#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  async function aSquatted() {
    const user = auth.aUser();
    await auth.post('/signup', user, fromIp('203.0.113.66'));
    const proof = await auth.requestCode(user.email);
    return { ...user, proof, token: await endToken(user.email) };
  }

  it('the link of the email with the code comes with the time of the sign-up, in both parts', async () => {
    const user = await auth.signUp();
    const time = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'Africa/Nairobi',
    });
    const createdAt = time.format(auth.clock.now());
    auth.clock.pass(minutes(90));
    await auth.requestCode(user.email);
    const [mail] = await auth.mailsTo(user.email);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`The account was created on ${createdAt}`);
      expect(part).toContain('https://kumbuka.example/signup/end#');
    }
  });

  it('the link of the email with the code ends the sign-up by a POST: password, codes and name are gone, and a repeat changes nothing', async () => {
    const { email, username, password, proof, token } = await aSquatted();
    expect((await auth.get('/signup/end')).status).toBe(405);
    expect((await auth.post('/login', { email, password })).body.verification_required).toBe(true);
    expect((await auth.post('/signup/end', { token })).status).toBe(204);
    expect((await auth.post('/login', { email, password })).status).toBe(401);
    expect((await auth.post('/login/otp/verify', { email, ...proof })).body.code).toBe('OTP_INVALID');
    expect((await auth.post('/signup/end', { token })).status).toBe(204);
    const again = await auth.post('/signup', auth.aUser({ email, username }));
    expect(again.status).toBe(201);
    expect(await auth.eventsOf(again.body.id)).toEqual(['auth.user-registered']);
  });

  it('the link of the email with the code does not end a verified account, also when both come at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, proof, token } = await aSquatted();
      const [ended, verified] = await Promise.all([
        auth.post('/signup/end', { token }),
        auth.post('/login/otp/verify', { email, ...proof }),
      ]);
      const outcome = `${ended.status} ${verified.status}`;
      expect(['204 400', '409 200']).toContain(outcome);
      const kept = await auth.database.collection('users').countDocuments({ emailKey: email });
      expect(kept).toBe(outcome === '409 200' ? 1 : 0);
      const { status } = await auth.get('/user', { token: String(verified.body.token) });
      expect(status).toBe(kept ? 200 : 401);
    }
  });

  it('the link of the email with the code opens no other account and cannot be made up', async () => {
    const [mine, other] = [await aSquatted(), await aSquatted()];
    const { body } = await auth.post('/signup', auth.aUser());
    const mac = mine.token.split('.')[1];
    for (const token of [`${body.id}.${mac}`, `${mine.token}x`, mac, `1e3.${mac}`, other.token.slice(0, -1)])
      expect((await auth.post('/signup/end', { token })).body.code).toBe('SIGN_UP_LINK_INVALID');
    expect(await auth.database.collection('users').countDocuments({ emailKey: other.email })).toBe(1);
  });

  it('the link of the email with the code is stored nowhere in plain text', async () => {
    const { token } = await aSquatted();
    const rows = await Promise.all(
      ['users', 'codes', 'mails', 'outbox'].map((name) => auth.database.collection(name).find().toArray()),
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('POST /forgot-password', () => {
  it('POST /forgot-password sends a reset code to the address of the account', async () => {
    const { email } = await auth.signIn();
    const { otp_id, code } = await auth.requestPasswordReset(email);
    expect(otp_id).toBeTruthy();
    const mails = await auth.mailsTo(email, 2);
    const reset = mails.find(({ subject }) => subject === 'Your Kumbuka password reset code');
    expect(reset?.text).toContain(code);
  });

  it('POST /forgot-password responds alike for known, unverified and unknown addresses, except for the code of local development', async () => {
    const hidden = await startAuth({ env: { DEV_CODES: 'false' } });
    const user = hidden.aUser();
    await hidden.post('/signup', user);
    const shapes = [];
    for (const email of [user.email, 'nobody@example.org']) {
      const first = await hidden.post('/forgot-password', { email });
      const second = await hidden.post('/forgot-password', { email });
      const shape = Object.entries(first.body).map(([key, value]) => `${key}:${String(value).length}`);
      shapes.push([
        first.status,
        shape,
        second.status,
        second.headers['retry-after'],
        withoutRequestId(second.text),
      ]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]?.slice(0, 3)).toEqual([200, ['status:4', 'otp_id:36'], 429]);
    await hidden.mailsTo(user.email);
    expect(await hidden.database.collection('mails').countDocuments({ dueAt: { $ne: null } })).toBe(0);
    await hidden.stop();
  });

  it('POST /forgot-password creates no code for an unknown address', async () => {
    const { body } = await auth.post('/forgot-password', { email: 'nobody-at-all@example.org' });
    expect(body).toEqual({ status: 'sent', otp_id: expect.any(String) });
  });

  it('POST /forgot-password of an unknown address locks its code like any other', async () => {
    const { body } = await auth.post('/forgot-password', { email: 'nobody-locked@example.org' });
    const reset = { email: 'nobody-locked@example.org', otp_id: body.otp_id, code: '123456' };
    const codes = [];
    for (let attempt = 0; attempt < 6; attempt++)
      codes.push((await auth.post('/reset-password', { ...reset, new_password: 'nywila mpya' })).body.code);
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'OTP_INVALID'), 'OTP_LOCKED']);
  });
});

describe('POST /reset-password', () => {
  const reset = (
    email: string,
    proof: { otp_id: string; code: string },
    new_password = 'nywila mpya kabisa',
  ) => auth.post('/reset-password', { email, ...proof, new_password });

  it('POST /reset-password replaces the password, signs in and revokes every older token', async () => {
    const user = await auth.signIn();
    const { status, body } = await reset(user.email, await auth.requestPasswordReset(user.email));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'reset',
      access_token: expect.any(String),
      token: body.access_token,
      token_type: 'Bearer',
      expires_in: 12 * 3600,
    });
    expect((await auth.get('/user', { token: user.token })).status).toBe(401);
    expect((await auth.get('/user', { token: body.token })).status).toBe(200);
    const attempt = (password: string) => auth.post('/login', { email: user.email, password });
    expect((await attempt(user.password)).status).toBe(401);
    expect((await attempt('nywila mpya kabisa')).status).toBe(200);
    expect(await auth.eventsOf(user.id)).toEqual([
      'auth.user-registered',
      'auth.user-verified',
      'auth.password-reset',
      'auth.access-revoked',
    ]);
  });

  it('POST /reset-password verifies the address as well and voids its verification code', async () => {
    const user = await auth.signUp();
    const verification = await auth.requestCode(user.email);
    const { body } = await reset(user.email, await auth.requestPasswordReset(user.email));
    expect((await auth.get('/user', { token: body.token })).body.email_verified).toBe(true);
    expect(await auth.eventsOf(user.id)).toContain('auth.user-verified');
    const late = await auth.post('/login/otp/verify', { email: user.email, ...verification });
    expect(late.body.code).toBe('OTP_INVALID');
  });

  it('POST /reset-password does not accept a verification code', async () => {
    const { email } = await auth.signUp();
    expect((await reset(email, await auth.requestCode(email))).body.code).toBe('OTP_INVALID');
  });

  it('POST /reset-password accepts a code once, also in parallel', async () => {
    const { email } = await auth.signIn();
    const proof = await auth.requestPasswordReset(email);
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => reset(email, proof, `nywila mpya ${index}`)),
    );
    expect(counted(responses)).toEqual({ 200: 1, 400: 3 });
  });

  it('POST /reset-password refuses a common password without using up the code', async () => {
    const { email } = await auth.signIn();
    const proof = await auth.requestPasswordReset(email);
    const refused = await reset(email, proof, 'password123');
    expect([refused.status, refused.body.error]).toEqual([400, 'This password is too common.']);
    expect((await reset(email, proof)).status).toBe(200);
  });

  it('POST /reset-password unlocks an account that was locked by wrong passwords', async () => {
    const { email } = await auth.signIn();
    for (let attempt = 0; attempt < 10; attempt++)
      await auth.post('/login', { email, password: 'wrong password' });
    await reset(email, await auth.requestPasswordReset(email));
    expect((await auth.post('/login', { email, password: 'nywila mpya kabisa' })).status).toBe(200);
  });
});

describe('accounts that stay unverified', () => {
  it('accounts that stay unverified are deleted after seven days, with an event; verified ones and newer ones stay', async () => {
    const purging = await startAuth({ overrides: { jobsEveryMs: 100, confirmMs: 0 } });
    const old = await purging.signUp();
    const verified = await purging.signIn();
    purging.clock.pass(days(7) + minutes(1));
    const young = await purging.signUp();
    const users = purging.database.collection('users');
    await eventually(async () => expect(await users.countDocuments({ _id: old.id as never })).toBe(0));
    expect(await users.countDocuments({ _id: { $in: [verified.id, young.id] as never[] } })).toBe(2);
    expect(await purging.eventsOf(old.id)).toEqual(['auth.user-registered', 'auth.user-deleted']);
    expect((await purging.post('/signup', { ...old, id: undefined })).status).toBe(201);
    await purging.stop();
  });

  it('accounts that stay unverified are not deleted when the clock is 8 days ahead for some runs only', async () => {
    const purging = await startAuth({ overrides: { jobsEveryMs: 10, confirmMs: 1_000_000_000 } });
    const { id } = await purging.signUp();
    purging.clock.pass(days(8));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await purging.database.collection('users').countDocuments({ _id: id as never })).toBe(1);
    await purging.stop();
  });
});
