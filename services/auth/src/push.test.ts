import { problemInKiswahili } from '@kumbuka/contracts';
import { eventually } from '@kumbuka/testing/servers';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicKeyOf } from './adapters/push/push-sender.ts';
import { isPushEndpoint } from './domain/access/push.ts';
import { startAuth, type AuthService } from './testing/auth-suite.ts';
import { aBrowser, decrypt, startPushService } from './testing/push-service.ts';

const privateKey = randomBytes(32).toString('base64url');
let service: Awaited<ReturnType<typeof startPushService>>;
let auth: AuthService;
beforeAll(async () => {
  service = await startPushService();
  auth = await startAuth({
    env: { VAPID_PRIVATE_KEY: privateKey, MAIL_FROM: 'Kumbuka <no-reply@kumbuka.example>' },
    overrides: { postPush: service.post },
  });
});
beforeEach(() => {
  service.arrived.length = 0;
  service.respond(() => 201);
});
afterAll(async () => {
  await auth.stop();
  service.stop();
});

const allow = (token: string, browser = aBrowser()) =>
  auth.graphql(
    'mutation ($input: AllowPushInput!) { allowPush(input: $input) { isOn publicKey } }',
    { input: browser.input },
    { token, headers: { 'idempotency-key': randomUUID() } },
  );
const notify = async (userId: number, key: string = randomUUID()) => {
  const { body } = await auth.post('/internal/pushes', { userId, key, cards: 12, minutes: 4 });
  return String(body.status);
};
const isOn = async (token: string) =>
  (await auth.graphql('{ viewer { push { isOn } } }', {}, { token })).data.viewer.push.isOn;

it('a message of RFC 8291 is read by the browser of these tests', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const body = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  const keys = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    publicKey: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  expect(decrypt(body, keys)).toBe('When I grow up, I want to be a watermelon');
});

it('a browser reads what it is told, in the language of the account, signed by the key it subscribed with', async () => {
  const { id, token } = await auth.signIn();
  await auth.graphql('mutation { changeLanguage(input: { language: SW }) { id } }', {}, { token });
  const browser = aBrowser();
  const { data } = await allow(token, browser);
  expect(data.allowPush).toEqual({ isOn: true, publicKey: publicKeyOf(privateKey) });
  expect(await notify(id)).toBe('sent');
  const [message] = service.arrived;
  expect(message).toMatchObject({
    id: browser.id,
    ttl: '7200',
    claims: { aud: 'https://fcm.googleapis.com', sub: 'mailto:no-reply@kumbuka.example' },
  });
  expect(JSON.parse(decrypt(message?.body ?? Buffer.alloc(0), browser.keys))).toEqual({
    language: 'sw',
    title: 'Kadi 12 zinasubiri kurudiwa',
    body: 'Takriban dakika 4.',
  });
});

it('parallel requests with one key notify once', async () => {
  const { id, token } = await auth.signIn();
  await allow(token);
  const key = randomUUID();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => notify(id, key)));
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
  expect(service.arrived).toHaveLength(1);
});

it('a browser that has signed out is not notified, nor does its address stay', async () => {
  const { id, token } = await auth.signIn();
  await allow(token);
  await auth.post('/logout', undefined, { token });
  expect(await notify(id)).toBe('unreachable');
  expect(service.arrived).toEqual([]);
  expect(await auth.database.collection('sessions').countDocuments({ userId: id })).toBe(0);
});

it('a browser that changes the password is notified as before, and the others of the account no longer', async () => {
  const { id, email, password, token } = await auth.signIn();
  await allow(token);
  const other = String((await auth.post('/login', { email, password })).body.access_token);
  await allow(other);
  const { data } = await auth.graphql(
    'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }',
    { input: { currentPassword: password, newPassword: 'twiga wa savana' } },
    { token },
  );
  expect(await isOn(data.changePassword.accessToken)).toBe(true);
  expect(await notify(id)).toBe('sent');
  expect(service.arrived).toHaveLength(1);
});

it('a browser that subscribed with an earlier key allows notifications again', async () => {
  const { id, token } = await auth.signIn();
  await allow(token);
  const earlier = { $set: { 'push.publicKey': publicKeyOf(randomBytes(32).toString('base64url')) } };
  await auth.database.collection('sessions').updateOne({ userId: id }, earlier);
  expect(await isOn(token)).toBe(false);
  expect(await notify(id)).toBe('unreachable');
  expect(service.arrived).toEqual([]);
  await allow(token);
  expect(await isOn(token)).toBe(true);
});

it('a browser in which another account signs in is notified for that account only', async () => {
  const [first, second] = [await auth.signIn(), await auth.signIn()];
  const browser = aBrowser();
  await allow(first.token, browser);
  await allow(second.token, browser);
  expect([await isOn(first.token), await isOn(second.token)]).toEqual([false, true]);
  expect([await notify(first.id), await notify(second.id)]).toEqual(['unreachable', 'sent']);
  expect(service.arrived).toHaveLength(1);
});

it.each([404, 410])('a browser that its push service no longer knows (%i) is forgotten', async (status) => {
  const { id, token } = await auth.signIn();
  await allow(token);
  service.respond(() => status);
  expect(await notify(id)).toBe('unreachable');
  expect(await isOn(token)).toBe(false);
});

it.each([
  ['an error', 500],
  ['a redirect', 307],
])('%s of a push service is not followed and keeps the browser', async (_case, status) => {
  const { id, token } = await auth.signIn();
  await allow(token);
  service.respond(() => status);
  expect(await notify(id)).toBe('unreachable');
  expect(service.arrived).toHaveLength(1);
  expect(await isOn(token)).toBe(true);
});

it('a push service that hangs is given up', { timeout: 15_000 }, async () => {
  const { id, token } = await auth.signIn();
  await allow(token);
  service.respond(() => null);
  expect(await notify(id)).toBe('unreachable');
});

it('at most five browsers are notified, also when seven allow it at once', async () => {
  const user = await auth.signIn();
  const { email, password } = user;
  const logIn = async () => String((await auth.post('/login', { email, password })).body.access_token);
  const tokens = await Promise.all(Array.from({ length: 7 }, logIn));
  await Promise.all(
    tokens.map((token) => eventually(async () => expect((await allow(token)).data).toBeTruthy())),
  );
  await notify(user.id);
  expect(service.arrived).toHaveLength(5);
});

describe('an address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/a:b',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://jmt17.google.com/fcm/send/a:b',
    'https://autopush.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/Q',
    'https://api.push.apple.com/Q',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
  ])('%s is accepted', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.example.org/x',
    'https://evil-fcm.googleapis.com@10.0.0.1/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://notify.windows.com/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://a.push.apple.com.example.org/x',
    'https://a.push.services.mozilla.com:8443/x',
    'https://a.jmt17.google.com/x',
    'https://examplenotify.windows.com/x',
    'https://a.notify.windows.com.example.org/x',
    'https://FCM.googleapis.com.:443/x',
    'ftp://web.push.apple.com/x',
    'no address',
    `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  ])('%s is refused', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));

  it('that is refused is not stored', async () => {
    const { token } = await auth.signIn();
    const { errors } = await allow(token, aBrowser('10.0.0.1'));
    expect(errors?.[0]?.extensions.code).toBe('VALIDATION');
    expect(problemInKiswahili({ message: String(errors?.[0]?.message) })).not.toBeNull();
    expect(await isOn(token)).toBe(false);
  });
});

it('a reminder by mail names cards and minutes, and can be stopped with one click (RFC 8058)', async () => {
  const user = await auth.signIn();
  const stopToken = 't'.repeat(32);
  const letter = { template: 'study-reminder', data: { cards: 12, minutes: 4, stopToken } };
  await auth.post('/internal/mail', { userId: user.id, key: randomUUID(), letter });
  const stopUrl = `https://kumbuka.example/reminders/stop?token=${stopToken}`;
  const mail = await eventually(async () => {
    const found = (await auth.mailsTo(user.email)).find(({ subject }) => subject === '12 cards are due');
    if (!found) throw new Error('no reminder yet');
    return found;
  });
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('About 4 minutes.');
    expect(part).toContain('https://kumbuka.example/study/due');
    expect(part).toContain(stopUrl);
  }
  const source = (await auth.sourceOf(mail)).replace(/\r?\n[ \t]+/g, ' ');
  expect(source).toContain(`List-Unsubscribe: <${stopUrl}>`);
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});
