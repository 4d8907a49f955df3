import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAuth, type AuthService } from '../../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const receipt = {
  template: 'receipt',
  data: {
    receiptNumber: 'KMB-2026-000001',
    amountCents: 10_000,
    currency: 'KES',
    paidAt: '2026-03-01T12:00:00.000Z',
    periodStart: '2026-03-01T12:00:00.000Z',
    periodEnd: '2026-03-31T12:00:00.000Z',
  },
};
const send = (userId: number, key: string, email: object = receipt) =>
  auth.post('/internal/mail', { userId, key, letter: email });

describe('a mail to an account in Kiswahili', () => {
  const changeLanguage = `mutation { changeLanguage(input: { language: SW }) { id } }`;

  it('names the receipt, amount and days in Kiswahili alone', async () => {
    const one = await auth.signIn();
    await auth.graphql(changeLanguage, {}, one);
    await send(one.id, 'receipt:sw');
    const mails = await auth.mailsTo(one.email, 2);
    const mail = mails.find(({ subject }) => subject === 'Risiti yako ya Kumbuka');
    expect(mail?.text).toContain('Kimelipwa: KES 100.00, 1 Machi 2026');
    expect(mail?.html).toContain('<html lang="sw">');
    expect(mail?.text).not.toMatch(/\b(the|your|March|Paid|Hello)\b/i);
  });

  it('brings the code of a sign-up in the language of the browser that signed up', async () => {
    const user = auth.aUser();
    await auth.post('/signup', user, { headers: { 'accept-language': 'sw' } });
    const { code } = await auth.requestCode(user.email);
    const [mail] = await auth.mailsTo(user.email);
    expect(mail?.subject).toBe('Msimbo wako wa uthibitisho wa Kumbuka');
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(code);
    expect(mail?.text).not.toMatch(/\b(the|your|code|minutes|Hello)\b/i);
  });

  it('reports a changed password in Kiswahili', async () => {
    const one = await auth.signIn();
    await auth.graphql(changeLanguage, {}, one);
    const input = { currentPassword: one.password, newPassword: 'nywila mpya kabisa' };
    const change = `mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { accessToken } }`;
    await auth.graphql(change, { input }, one);
    const subjects = (await auth.mailsTo(one.email, 2)).map(({ subject }) => subject);
    expect(subjects).toContain('Nenosiri la akaunti yako ya Kumbuka limebadilishwa');
  });
});

describe('a mail that another service requests', () => {
  it('is sent to the address of the user, with a text of auth', async () => {
    const { id, email } = await auth.signIn();
    const response = await send(id, 'receipt:1');
    expect([response.status, response.body]).toEqual([202, { status: 'queued' }]);
    const [mail] = (await auth.mailsTo(email, 2)).filter(({ subject }) => subject === 'Your Kumbuka receipt');
    for (const part of [mail?.text, mail?.html])
      for (const text of ['KMB-2026-000001', 'KES 100.00 on 1 March 2026', '1 March 2026 to 31 March 2026'])
        expect(part).toContain(text);
  });

  it('is sent once for a key, and does not replace others of its kind', async () => {
    const { id, email } = await auth.signIn();
    const responses = await Promise.all([
      send(id, 'receipt:2'),
      send(id, 'receipt:3'),
      send(id, 'receipt:2'),
    ]);
    expect(responses.map(({ body }) => body.status).sort()).toEqual(['known', 'queued', 'queued']);
    await auth.mailsTo(email, 3);
    expect((await send(id, 'receipt:2')).body.status).toBe('known');
    expect(await auth.mailsTo(email, 3)).toHaveLength(3);
  });

  it('reminds of an end with its hour, because a plan ends within a day', async () => {
    const { id, email } = await auth.signIn();
    const data = { periodEnd: '2026-03-31T12:00:00.000Z' };
    await send(id, 'renewal-reminder:1', { template: 'renewal-reminder', data });
    const mails = await auth.mailsTo(email, 2);
    expect(mails.find(({ subject }) => subject.includes('ends soon'))?.text).toContain(
      'Active until: 31 March 2026 at 15:00 GMT+3',
    );
  });

  it('names the refunded payment and the new end of the plan', async () => {
    const { id, email } = await auth.signIn();
    const data = {
      receiptNumber: 'KMB-2026-000001',
      amountCents: 10_000,
      currency: 'KES',
      periodEnd: '2026-03-31T12:00:00.000Z',
    };
    await send(id, 'refund:1', { template: 'refund', data });
    const mails = await auth.mailsTo(email, 2);
    const mail = mails.find(({ subject }) => subject === 'Your Kumbuka payment was returned');
    for (const part of [mail?.text, mail?.html])
      for (const text of ['KMB-2026-000001', 'KES 100.00', '31 March 2026 at 15:00 GMT+3'])
        expect(part).toContain(text);
  });

  it('is the receipt of an erasure, even when the account is deleted before the mail server responds', async () => {
    const { id, email } = await auth.signIn();
    const deletionId = '0199b8a3-7c1e-7c3a-9a52-0c6d1f6e4b77';
    const data = {
      deletionId,
      requestedAt: '2026-03-01T12:00:00.000Z',
      counts: [
        { kind: 'decks', count: 1 },
        { kind: 'flashcards', count: 20 },
        { kind: 'paymentsAnonymised', count: 2 },
      ],
    };
    await auth.database.collection('mails').deleteMany({});
    await send(id, `erasure:${deletionId}`, { template: 'erasure-receipt', data });
    const deleted = await auth.post('/internal/users/deletion', { deletionId, userIds: [id], dryRun: false });
    expect(deleted.status).toBe(200);
    await send(id, `erasure:${deletionId}`, { template: 'erasure-receipt', data });
    const mails = (await auth.mailsTo(email, 2)).filter(({ subject }) => subject.endsWith('is erased'));
    expect(mails).toHaveLength(1);
    for (const text of [deletionId, '1 March 2026 at 15:00', '1 deck, 20 cards, 1 account'])
      expect(mails[0]?.text).toContain(text);
  });

  it('is not sent to a deleted user, and a kind without a text is rejected', async () => {
    expect((await send(999_999, 'receipt:9')).body).toEqual({ status: 'gone' });
    expect((await send(1, 'x', { template: 'advertisement', data: {} })).status).toBe(400);
  });
});
