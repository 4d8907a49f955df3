import { createHash } from 'node:crypto';
import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { days, fromIp, minutes, startAuth, type AuthService } from '../testing/auth-suite.ts';
import { hashesOf } from '../testing/hashes-of.ts';
import { countByStatus, withoutRequestId } from '../testing/responses.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('POST /signup', () => {
  it.each([
    ['a local part of 65 letters', `${'a'.repeat(65)}@example.org`],
    ['a label of 64 letters', `a@${'b'.repeat(64)}.example`],
    ['a bare IP', 'amina@127.0.0.1'],
  ])('rejects %s, to which no email can be sent', async (_what, email) => {
    const { status } = await auth.post('/signup', auth.aUser({ email }));
    expect(status).toBe(400);
  });

  it('makes an unverified account, publishes it and sends nothing', async () => {
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

  it('keeps the password as an argon2id hash only', async () => {
    const costly = await startAuth({ stack: auth.stack, overrides: { hashCost: undefined } });
    const user = await costly.signUp({ password: 'siri kubwa sana' });
    await costly.stop();
    const row = await auth.database.collection('users').findOne({ _id: user.id as never });
    expect(row?.['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(row)).not.toContain('siri kubwa sana');
  });

  it('rejects a taken address, whatever its capitals and blanks', async () => {
    const { email } = await auth.signUp();
    const again = await auth.post('/signup', auth.aUser({ email: `  ${email.toUpperCase()} ` }));
    expect([again.status, again.body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  it('rejects a taken username, whatever its capitals', async () => {
    const { username } = await auth.signUp();
    const again = await auth.post('/signup', auth.aUser({ username: ` ${username.toUpperCase()}` }));
    expect([again.status, again.body.code]).toEqual([409, 'USERNAME_TAKEN']);
  });

  it('trims the username', async () => {
    const user = auth.aUser();
    const { body } = await auth.post('/signup', { ...user, username: `  ${user.username}  ` });
    expect(body.username).toBe(user.username);
  });

  it('makes one account of parallel calls for the same address', async () => {
    const { email, password } = auth.aUser();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => auth.post('/signup', auth.aUser({ email, password }))),
    );
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 7 });
    expect(responses.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 7 }, () => 'EMAIL_TAKEN'),
    );
  });

  it('makes one account of parallel calls for the same username', async () => {
    const { username } = auth.aUser();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => auth.post('/signup', auth.aUser({ username }))),
    );
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 5 });
    expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set([undefined, 'USERNAME_TAKEN']));
  });

  it('returns the same response to a repeat with its Idempotency-Key and creates one account', async () => {
    const user = auth.aUser();
    const once = { headers: { 'idempotency-key': `key-${user.username}` } };
    const first = await auth.post('/signup', user, once);
    const second = await auth.post('/signup', user, once);
    expect([second.status, second.body]).toEqual([201, first.body]);
    const other = await auth.post('/signup', { ...user, username: 'somebodyelse' }, once);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('keeps no hash of the password that could be guessed without the secret', async () => {
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
    ['a password of 5 characters', { ...good, password: 'abcde' }],
    ['a password of 257 bytes', { ...good, password: 'x'.repeat(257) }],
    ['a password of 86 three-byte characters', { ...good, password: '€'.repeat(86) }],
  ])('rejects %s', async (_what, body) => {
    const response = await auth.post('/signup', body);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION']);
    expect(response.body.details.length).toBeGreaterThan(0);
    expect(await auth.database.collection('users').countDocuments({ emailKey: 'bad@example.org' })).toBe(0);
  });

  it.each([
    [
      'a NUL in the username',
      { username: 'good\0name' },
      'Username contains characters that are not allowed',
    ],
    [
      'a lone surrogate in the username',
      { username: 'good\ud800' },
      'Username contains characters that are not allowed',
    ],
    [
      'a lone surrogate in the password',
      { password: 'abcdef\ud800' },
      'Password contains characters that are not allowed',
    ],
  ])('rejects %s with a sentence without the name of a field', async (_what, fields, sentence) => {
    const { status, body } = await auth.post('/signup', { ...good, ...fields });
    expect([status, body.error]).toEqual([400, sentence]);
    expect(body.details).toEqual([{ path: Object.keys(fields)[0], message: sentence }]);
  });

  it.each(['123456', 'password1', 'IloveYou', 'Qwerty123'])(
    'rejects the common password %s',
    async (password) => {
      const response = await auth.post('/signup', auth.aUser({ password }));
      expect([response.status, response.body.error]).toEqual([400, 'This password is too common.']);
      expect(response.body.details).toEqual([{ path: 'password', message: 'This password is too common.' }]);
    },
  );

  it.each(['jambo!', 'nywila yangu ni ndefu', '🐘🐘🐘🐘🐘🐘', '€'.repeat(85)])(
    'takes the password %s',
    async (password) => {
      const user = await auth.signUp({ password });
      const { status } = await auth.post('/login', { email: user.email, password });
      expect(status).toBe(200);
    },
  );

  it('counts attempts of an ip, rejected ones too', async () => {
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

describe('accounts that stay unverified', () => {
  it('are deleted after seven days, with an event; verified ones and newer ones stay', async () => {
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

  it('leave no response kept for a retry of their sign-up', async () => {
    const purging = await startAuth({ overrides: { jobsEveryMs: 100, confirmMs: 0 } });
    const user = purging.aUser();
    await purging.post('/signup', user, { headers: { 'idempotency-key': 'kept' } });
    const kept = () => purging.database.collection('idempotency_keys').countDocuments({});
    expect(await kept()).toBe(1);
    purging.clock.pass(days(7) + minutes(1));
    await eventually(async () => expect(await kept()).toBe(0));
    await purging.stop();
  });

  it('are not deleted when the clock is 8 days ahead for some runs only', async () => {
    const purging = await startAuth({ overrides: { jobsEveryMs: 10, confirmMs: 1_000_000_000 } });
    const { id } = await purging.signUp();
    purging.clock.pass(days(8));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await purging.database.collection('users').countDocuments({ _id: id as never })).toBe(1);
    await purging.stop();
  });
});

describe('an account that a stranger made with somebody’s email', () => {
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

  it('has no working password once the owner verified the email by code', async () => {
    const { email, password, body } = await takeOver();
    expect(body).toMatchObject({ token: expect.any(String), password_required: true });
    const login = await auth.post('/login', { email, password }, stranger);
    expect([login.status, login.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(await hashesOf(() => auth.post('/login', { email, password }, stranger))).toBe(1);
  });

  it('is the owner’s, who sets a password by a reset', async () => {
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

  it('ends the sessions that were made before', async () => {
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

  it('keeps the password when the person who signed up enters it, from any network', async () => {
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

    it('keeps the password of a client that continues at once, and of one whose code arrived late', async () => {
      expect((await verifyAfter(0, 1)).logIn).toBe(200);
      expect((await verifyAfter(9, 8)).logIn).toBe(200);
    });

    it('does not keep it for a code that somebody else requested, or that was requested late', async () => {
      expect((await verifyAfter(9, 8, {}, fromIp('198.51.100.8'))).logIn).toBe(401);
      expect((await verifyAfter(11, 0)).logIn).toBe(401);
    });

    it('cannot be kept alive by requesting codes', async () => {
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

  it('keeps the password for the proof of the sign-up, days later and from another network', async () => {
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

  it('says how to choose a new password to everybody whose password is wrong', async () => {
    const { email, password } = await takeOver();
    const responses = await Promise.all(
      [email, 'nobody@example.org'].map((each) => auth.post('/login', { email: each, password })),
    );
    expect(new Set(responses.map(({ text }) => withoutRequestId(text))).size).toBe(1);
    expect(responses[0]?.body.error).toContain("'Forgot your password?'");
  });

  it('says the same over GraphQL', async () => {
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

  it('comes with the time of the sign-up, in both parts', async () => {
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

  it('ends the sign-up by a POST: password, codes and name are gone, and a repeat changes nothing', async () => {
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

  it('does not end a verified account, also when both come at the same moment', async () => {
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

  it('opens no other account and cannot be made up', async () => {
    const [mine, other] = [await aSquatted(), await aSquatted()];
    const { body } = await auth.post('/signup', auth.aUser());
    const mac = mine.token.split('.')[1];
    for (const token of [`${body.id}.${mac}`, `${mine.token}x`, mac, `1e3.${mac}`, other.token.slice(0, -1)])
      expect((await auth.post('/signup/end', { token })).body.code).toBe('SIGN_UP_LINK_INVALID');
    expect(await auth.database.collection('users').countDocuments({ emailKey: other.email })).toBe(1);
  });

  it('is stored nowhere in plain text', async () => {
    const { token } = await aSquatted();
    const rows = await Promise.all(
      ['users', 'codes', 'mails', 'outbox'].map((name) => auth.database.collection(name).find().toArray()),
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
