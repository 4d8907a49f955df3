import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../adapters/crypto/password-hasher.ts';
import { cheapHash, fromIp, minutes, startAuth, type AuthService } from '../testing/auth-suite.ts';
import { hashesOf } from '../testing/hashes-of.ts';
import { countByStatus, withoutRequestId } from '../testing/responses.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const wrongCode = (code: string) => (code === '000000' ? '111111' : '000000');

describe('POST /login', () => {
  it.each([
    ['composed', 'caf\u00e9 mchana', 'cafe\u0301 mchana'],
    ['decomposed', 'cafe\u0301 mchana', 'caf\u00e9 mchana'],
  ])(
    'accepts a password that was set %s from a keyboard that types the other Unicode form',
    async (_form, password, typed) => {
      const { email } = await auth.signIn({ password });
      expect((await auth.post('/login', { email, password: typed })).status).toBe(200);
    },
  );

  it('returns a token for the right password of a verified account', async () => {
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

  it('returns no token before the address is verified', async () => {
    const { email, password } = await auth.signUp();
    const { status, body } = await auth.post('/login', { email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      verification_required: true,
      mfa_required: false,
      status: 'verification_required',
    });
  });

  it('never trims the password', async () => {
    const { email, password } = await auth.signUp();
    expect((await auth.post('/login', { email, password: `${password} ` })).status).toBe(401);
  });

  it('returns the same bytes for an unknown address and for a wrong password', async () => {
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

  it('computes one hash, both for a wrong password and for an unknown address', async () => {
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
  ])('rejects %s', async (_what, body) => {
    const response = await auth.post('/login', body);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION']);
  });

  it('stops after ten wrong passwords in five minutes, for known and unknown addresses alike', async () => {
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

  it('counts parallel wrong passwords one by one', async () => {
    const { email } = await auth.signIn();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => auth.post('/login', { email, password: 'wrong password' })),
    );
    expect(countByStatus(responses)).toEqual({ 401: 10, 429: 10 });
  });

  it('resets the count of wrong passwords after a right one', async () => {
    const { email, password } = await auth.signIn();
    const attempt = async (typed: string) => (await auth.post('/login', { email, password: typed })).status;
    for (let round = 0; round < 2; round++) {
      for (let wrong = 0; wrong < 9; wrong++) expect(await attempt('wrong password')).toBe(401);
      expect(await attempt(password)).toBe(200);
    }
  });

  it('lets many devices of one account sign in at once', async () => {
    const { email, password } = await auth.signIn();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => auth.post('/login', { email, password })),
    );
    expect(countByStatus(responses)).toEqual({ 200: 20 });
  });

  it('counts logins of an ip', async () => {
    const limited = await startAuth({ env: { IP_LOGINS_PER_5_MINUTES: '4' }, stack: auth.stack });
    const attempt = (index: number, address: string) =>
      limited.post('/login', { email: `a${index}@example.org`, password: 'abcdef' }, fromIp(address));
    const statuses = [];
    for (let index = 0; index < 5; index++) statuses.push((await attempt(index, '203.0.113.7')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    expect((await attempt(9, '203.0.113.8')).status).toBe(401);
    await limited.stop();
  });

  it('replaces a weaker hash', async () => {
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
  it('sends a code to an unverified address', async () => {
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

  it('a stranger’s chosen name never reaches the owner of an email, whatever the mail is for', async () => {
    const { email, username } = await auth.signUp({ username: 'Pay at evil.example now' });
    await auth.requestCode(email);
    await auth.requestPasswordReset(email);
    const mails = await auth.mailsTo(email, 2);
    expect(JSON.stringify(mails)).not.toContain(username);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });

  it('stores no code in plain text', async () => {
    const { email } = await auth.signUp();
    const { body } = await auth.post('/login/otp/request', { email });
    await auth.mailsTo(email);
    const names = ['codes', 'mails', 'code_turns', 'outbox'];
    const rows = await Promise.all(names.map((name) => auth.database.collection(name).find().toArray()));
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"${body.dev_code}"`));
  });

  it('skips verified and unknown addresses alike, without a wait', async () => {
    const { email } = await auth.signIn();
    const texts = new Set<string>();
    for (const address of [email, 'nobody@example.org', email, 'nobody@example.org']) {
      const { status, text } = await auth.post('/login/otp/request', { email: address });
      texts.add(`${status} ${text}`);
    }
    expect([...texts]).toEqual(['200 {"status":"skipped"}']);
  });

  it('requires a wait of 30 seconds before the next code', async () => {
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

  it('makes one code of parallel requests', async () => {
    const { email } = await auth.signUp();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => auth.post('/login/otp/request', { email })),
    );
    expect(countByStatus(responses)).toEqual({ 200: 1, 429: 5 });
  });

  it('makes ten codes an hour for an account', async () => {
    const { email } = await auth.signUp();
    const statuses = [];
    for (let index = 0; index < 11; index++) {
      statuses.push((await auth.post('/login/otp/request', { email })).status);
      auth.clock.pass(31_000);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const rejected = await auth.post('/login/otp/request', { email });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3_000);
    auth.clock.pass(minutes(60));
    expect((await auth.post('/login/otp/request', { email })).status).toBe(200);
  });

  it('counts requests of an ip', async () => {
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

  it('verifies the address and signs in', async () => {
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

  it('trims the code and ignores the case of the address', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    expect((await verify(` ${email.toUpperCase()} `, { otp_id, code: ` ${code}\n` })).status).toBe(200);
  });

  it('accepts a code once', async () => {
    const { email } = await auth.signUp();
    const proof = await auth.requestCode(email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => verify(email, proof)));
    expect(countByStatus(responses)).toEqual({ 200: 1, 400: 3 });
    expect((await verify(email, proof)).body.code).toBe('OTP_INVALID');
  });

  it('accepts a code for ten minutes', async () => {
    const { email } = await auth.signUp();
    const late = await auth.requestCode(email);
    auth.clock.pass(minutes(10));
    expect((await verify(email, late)).body.code).toBe('OTP_INVALID');
    const inTime = await auth.requestCode(email);
    auth.clock.pass(minutes(9.9));
    expect((await verify(email, inTime)).status).toBe(200);
  });

  it('rejects the older code after a new one', async () => {
    const { email } = await auth.signUp();
    const older = await auth.requestCode(email);
    auth.clock.pass(30_000);
    const newer = await auth.requestCode(email);
    expect((await verify(email, older)).body.code).toBe('OTP_INVALID');
    expect((await verify(email, { ...newer, otp_id: older.otp_id })).body.code).toBe('OTP_INVALID');
    expect((await verify(email, newer)).status).toBe(200);
  });

  it('locks a code after five wrong attempts, even for the right code', async () => {
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

  it('reports the configured wait after a locked code, and twice as long with each further one', async () => {
    const slowResend = await startAuth({ env: { CODE_RESEND_SECONDS: '90' }, stack: auth.stack });
    const { email } = await slowResend.signUp();
    const waits = [];
    for (let locked = 0; locked < 3; locked++) {
      const { otp_id, code } = await slowResend.requestCode(email);
      const tried = { email, otp_id, code: wrongCode(code) };
      for (let attempt = 0; attempt < 5; attempt++) await slowResend.post('/login/otp/verify', tried);
      const { body, headers } = await slowResend.post('/login/otp/verify', tried);
      expect(body.code).toBe('OTP_LOCKED');
      waits.push(Number(headers['retry-after']));
      const soon = await slowResend.post('/login/otp/request', { email });
      expect([soon.status, soon.headers['retry-after']]).toEqual([429, headers['retry-after']]);
      slowResend.clock.pass(waits.at(-1)! * 1000);
    }
    expect(waits).toEqual([90, 180, 360]);
    await slowResend.stop();
  });

  it('counts the attempts of one ip, right and wrong, for verification and reset', async () => {
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

  it('counts parallel wrong attempts one by one', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => verify(email, { otp_id, code: wrongCode(code) })),
    );
    expect(countByStatus(responses)).toEqual({ 400: 5, 429: 15 });
  });

  it('rejects a code of another account, of another purpose and of an unknown address', async () => {
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

  it('accepts a code with a blank in the middle, as email programs show it', async () => {
    const { email } = await auth.signUp();
    const { otp_id, code } = await auth.requestCode(email);
    const copied = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await verify(email, { otp_id, code: copied })).status).toBe(200);
  });

  it('rejects a text that is no code without counting it', async () => {
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
  ])('rejects %s', async (_what, wrong) => {
    const body = { email: 'a@example.org', otp_id: 'x', code: '123456', ...wrong };
    expect((await auth.post('/login/otp/verify', body)).body.code).toBe('VALIDATION');
  });
});
