import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromIp, startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const password = 'tembo wa savana';
let nameCount = 0;
/** Returns the two spellings of a new address. */
const spellings = () => {
  const name = `asha${++nameCount}`;
  return { unicode: `${name}@münchen.example`, ascii: `${name}@xn--mnchen-3ya.example` };
};
const logIn = (email: string) => auth.post('/login', { email, password });

describe('an address', () => {
  it('in Unicode and in ASCII is one account, in sign-up, sign-in, verification and reset', async () => {
    const { unicode, ascii } = spellings();
    const { id } = await auth.signUp({ email: unicode });
    const again = await auth.post('/signup', auth.aUser({ email: ascii }));
    expect([again.status, again.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    const code = await auth.requestCode(ascii);
    expect((await auth.post('/login/otp/verify', { email: unicode, ...code })).status).toBe(200);
    expect((await logIn(ascii)).body.status).toBe('ok');
    const reset = await auth.requestPasswordReset(unicode);
    const changed = { email: ascii, ...reset, new_password: password };
    expect((await auth.post('/reset-password', changed)).status).toBe(200);
    const { body } = await auth.post('/internal/users/find', { emails: [ascii] });
    expect(body.found).toEqual([{ email: ascii, userId: id }]);
  });

  it('is stored without the spaces and invisible characters around it', async () => {
    const { unicode } = spellings();
    const { body } = await auth.post('/signup', auth.aUser({ email: ` ${unicode}\u200b` }));
    expect(body.email).toBe(unicode);
  });

  it('allows ten wrong passwords across all its spellings', async () => {
    const { unicode, ascii } = spellings();
    await auth.signUp({ email: unicode });
    const guess = (email: string) => auth.post('/login', { email, password: 'wrong' }, fromIp('10.9.9.9'));
    for (let time = 0; time < 5; time++) await Promise.all([guess(unicode), guess(ascii)]);
    expect((await guess(ascii)).status).toBe(429);
  });

  it('that signs up in two spellings at the same moment gets one account', async () => {
    const { unicode, ascii } = spellings();
    const responses = await Promise.all(
      [unicode, ascii, unicode, ascii].map((email) => auth.post('/signup', auth.aUser({ email }))),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });
});

describe('a username', () => {
  it.each(['\u200b', '\u00ad', '\u2060', '\ufe0f'])(
    'that differs from a taken one only by %j is taken',
    async (invisible) => {
      const { username } = await auth.signUp();
      const twin = username.slice(0, 3) + invisible + username.slice(3);
      const again = await auth.post('/signup', auth.aUser({ username: twin }));
      expect([again.status, again.body.code]).toEqual([409, 'USERNAME_TAKEN']);
    },
  );

  it.each(['\u200b\u200b\u200b\u200b', '\u2800\u2800\u2800', '\u00ad\u2060 \u200d'])(
    'of invisible characters, %j, is rejected',
    async (username) => {
      const { status, body } = await auth.post('/signup', auth.aUser({ username }));
      expect([status, body.code]).toEqual([400, 'VALIDATION']);
    },
  );

  it('that differs from a taken one only by compatibility characters cannot be chosen', async () => {
    const [one, other] = [await auth.signIn(), await auth.signIn()];
    const change = 'mutation ($input: ChangeUsernameInput!) { changeUsername(input: $input) { username } }';
    const wide = other.username.replaceAll(/[a-z]/g, (character) =>
      String.fromCodePoint(character.charCodeAt(0) + 0xfee0),
    );
    const { code } = await auth.graphql(change, { input: { username: wide } }, { token: one.token });
    expect(code).toBe('USERNAME_TAKEN');
  });

  it('is free in all its spellings once its account has another one', async () => {
    const one = await auth.signIn();
    const change = 'mutation ($input: ChangeUsernameInput!) { changeUsername(input: $input) { username } }';
    await auth.graphql(change, { input: { username: `${one.username} wa pili` } }, { token: one.token });
    const { status } = await auth.post('/signup', auth.aUser({ username: `${one.username}\u200b` }));
    expect(status).toBe(201);
  });
});
