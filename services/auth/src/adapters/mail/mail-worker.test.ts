import { eventually, freePort, startMail } from '@kumbuka/testing/servers';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSealedBox } from '@kumbuka/service-kit';
import type { QueuedEmail } from '../../domain/code/mail.ts';
import { createMailStore } from '../../store/mail-store.ts';
import { minutes, startAuth, type AuthService } from '../../testing/auth-suite.ts';
import { createMailWorker } from './mail-worker.ts';
import { createMailSender, MailRejected, type MailSender, type SendableEmail } from './smtp.ts';
import { renderMail } from './templates.ts';

const aMail = (
  fields: Partial<Pick<SendableEmail, 'id' | 'emailMac' | 'to' | 'attempts' | 'expiresAt'>> = {},
): SendableEmail => ({
  id: 'mail-1',
  purpose: 'verification',
  emailMac: 'email',
  to: 'amina@example.org',
  language: 'en',
  content: { code: '123456' },
  attempts: 1,
  expiresAt: new Date(Date.now() + minutes(10)),
  ...fields,
});

describe('the text of a mail', () => {
  it.each([
    ['verification', /verification/],
    ['reset', /password reset/],
    ['email-change', /new email address/],
  ] as const)('for %s carries the code in both parts', (purpose, about) => {
    const { subject, text, html } = renderMail({ purpose, content: { code: '123456' } }, 'en');
    expect(subject).toMatch(about);
    for (const part of [text, html]) {
      expect(part).toContain('123456');
      expect(part).toContain('10 minutes');
    }
  });

  it.each(['email-changed', 'password-changed'] as const)(
    'for %s says what to do if it was not you',
    (purpose) => {
      const { text, html } = renderMail({ purpose, content: {} }, 'en');
      for (const part of [text, html]) expect(part).toContain('If it was not you');
    },
  );
});

describe('the mail worker', () => {
  const silent = { warn: () => undefined };

  /** In-memory queue with the same behaviour as the stored one. */
  function aQueue(mails: QueuedEmail[]) {
    const queue = mails.map((mail) => ({ mail, dueAt: 0 }));
    const find = ({ id }: QueuedEmail) => queue.findIndex(({ mail }) => mail.id === id);
    return {
      queue,
      mails: {
        claim: async () => queue.find((each) => each.dueAt === 0 && (each.dueAt = 1))?.mail ?? null,
        remove: async (mail: QueuedEmail) => void queue.splice(find(mail), 1),
        postpone: async (mail: QueuedEmail, until: Date) => void (queue[find(mail)]!.dueAt = until.getTime()),
      },
      now: () => new Date(),
      log: silent,
    };
  }
  const sending = (send: MailSender['send']): MailSender => ({ send, close: () => undefined });

  it('removes a mail after it was sent', async () => {
    const queue = aQueue([aMail(), aMail({ id: 'mail-2' })]);
    const sent: string[] = [];
    const worker = createMailWorker({ ...queue, sender: sending(async ({ id }) => void sent.push(id)) });
    await worker.start();
    await eventually(() => expect(queue.queue).toEqual([]));
    await worker.stop();
    expect(sent.toSorted()).toEqual(['mail-1', 'mail-2']);
  });

  it('removes a decoy like a mail, and sends it to nobody', async () => {
    const queue = aQueue([{ ...aMail(), to: null }]);
    const sent: string[] = [];
    const worker = createMailWorker({ ...queue, sender: sending(async ({ id }) => void sent.push(id)) });
    await worker.start();
    await eventually(() => expect(queue.queue).toEqual([]));
    await worker.stop();
    expect(sent).toEqual([]);
  });

  it('retries a mail that failed later, and drops one that was rejected', async () => {
    const queue = aQueue([aMail(), aMail({ id: 'mail-2' })]);
    const worker = createMailWorker({
      ...queue,
      sender: sending(async ({ id }) => {
        throw id === 'mail-1' ? new Error('away') : new MailRejected('550');
      }),
    });
    await worker.start();
    await eventually(() => expect(queue.queue).toHaveLength(1));
    await worker.stop();
    expect(queue.queue[0]?.mail.id).toBe('mail-1');
    expect(queue.queue[0]?.dueAt).toBeGreaterThan(Date.now());
  });

  it('logs a failure without address and code', async () => {
    const said: object[] = [];
    const rejection = Object.assign(new Error('550 <amina@example.org> no'), {
      responseCode: 550,
      rejected: ['amina@example.org'],
    });
    const worker = createMailWorker({
      ...aQueue([aMail(), aMail({ id: 'mail-2' })]),
      log: { warn: (details) => void said.push(details) },
      sender: sending(async ({ id }) => {
        throw id === 'mail-1' ? rejection : new MailRejected(rejection);
      }),
    });
    await worker.start();
    await eventually(() => expect(said).toHaveLength(2));
    await worker.stop();
    expect(said).toMatchObject([{ failure: { responseCode: 550 } }, { failure: { responseCode: 550 } }]);
    expect(JSON.stringify(said)).not.toMatch(/amina|123456/);
  });

  it('pauses a failing server after four failures in a row', async () => {
    const queue = aQueue(Array.from({ length: 12 }, (_, index) => aMail({ id: `mail-${index}` })));
    let attempts = 0;
    const worker = createMailWorker({
      ...queue,
      sender: sending(async () => {
        attempts++;
        throw new Error('away');
      }),
    });
    await worker.start();
    await eventually(() => expect(attempts).toBe(4));
    for (let wakes = 0; wakes < 20; wakes++) worker.wake();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(attempts).toBe(4);
    await worker.stop();
  });
});

describe('mail by SMTP', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));
  const serve = async (converse: (socket: Socket) => void) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      converse(socket);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  /** Server that responds to a recipient with this code. */
  const respondingWith = (code: number) =>
    serve((socket) => {
      socket.write('220 test\r\n');
      socket.on('data', (data) => {
        const rejected = data.toString().startsWith('RCPT');
        socket.write(rejected ? `${code} no\r\n` : '250 ok\r\n');
      });
    });

  it('is sent to the one address of the account, even when that contains a comma', async () => {
    const catcher = await startMail();
    const sender = createMailSender(catcher.smtpUrl, 'Kumbuka <no-reply@kumbuka.example>');
    await sender.send(aMail({ to: 'other,amina@example.org' }));
    sender.close();
    const { items } = (await (await fetch(`http://127.0.0.1:${catcher.pagePort}/api/messages`)).json()) as {
      items: { to: string[]; from: string }[];
    };
    expect(items).toHaveLength(1);
    expect(items[0]?.to).toHaveLength(1);
    expect(items[0]?.from).toContain('no-reply@kumbuka.example');
    await catcher.stop();
  });

  it('throws MailRejected for a permanent rejection', async () => {
    const sender = createMailSender(await respondingWith(550), 'no-reply@kumbuka.example');
    await expect(sender.send(aMail())).rejects.toBeInstanceOf(MailRejected);
    sender.close();
  });

  it('throws no MailRejected for a temporary rejection', async () => {
    const sender = createMailSender(await respondingWith(451), 'no-reply@kumbuka.example');
    const failure = await sender.send(aMail()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailRejected);
    sender.close();
  });

  it('gives up on a server that never greets', async () => {
    const sender = createMailSender(await serve(() => undefined), 'no-reply@kumbuka.example', 100);
    await expect(sender.send(aMail())).rejects.toThrow(/Greeting/i);
    sender.close();
  });
});

describe('the queue of mails', () => {
  let auth: AuthService;
  let smtpPort: number;
  beforeAll(async () => {
    smtpPort = await freePort();
    auth = await startAuth({ smtpUrl: `smtp://127.0.0.1:${smtpPort}` });
  });
  afterAll(() => auth.stop());

  it('survives an outage: the request succeeds at once, and the mail arrives later, once', async () => {
    const user = await auth.signUp();
    const { code } = await auth.requestCode(user.email);
    const mails = auth.database.collection('mails');
    await eventually(async () => expect((await mails.findOne())?.['attempts']).toBeGreaterThan(0));

    const catcher = await startMail({ smtpPort });
    const query = new URLSearchParams({ to: user.email });
    const messages = async () => {
      const response = await fetch(`http://127.0.0.1:${catcher.pagePort}/api/messages?${query}`);
      return ((await response.json()) as { items: { text: string }[] }).items;
    };
    auth.clock.pass(minutes(2));
    await auth.requestCode((await auth.signUp()).email);
    await eventually(async () => expect(await messages()).toHaveLength(1));
    expect((await messages())[0]?.text).toContain(code);
    await eventually(async () => expect(await mails.countDocuments()).toBe(0));
    await catcher.stop();
  });
});

describe('the store of mails', () => {
  let stack: TestStack;
  let database: Connection;
  let store: ReturnType<typeof createMailStore>;
  beforeAll(async () => {
    stack = await startStack();
    database = await mongoose.createConnection(stack.mongo.uri('mails')).asPromise();
    store = createMailStore(database, createSealedBox(['code-secret-for-tests'], 'mails'));
  });
  beforeEach(() => database.dropDatabase());
  afterAll(async () => {
    await database.close();
    await stack.stop();
  });
  const now = new Date();
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it('gives a mail to one mail worker at a time, and again when that one died', async () => {
    const mail = aMail({ attempts: 0 });
    await store.enqueue(mail);
    const claims = await Promise.all([store.claim(now), store.claim(now), store.claim(now)]);
    expect(claims.filter((claim) => claim !== null)).toEqual([{ ...mail, attempts: 1 }]);
    expect(await store.claim(after(59))).toBeNull();
    expect(await store.claim(after(61))).toEqual({ ...mail, attempts: 2 });
  });

  it('replaces an unsent mail by the newer one', async () => {
    await store.enqueue(aMail({ id: 'older' }));
    await store.enqueue(aMail({ id: 'newer' }));
    expect((await store.claim(now))?.id).toBe('newer');
    expect(await store.claim(now)).toBeNull();
  });

  it('keeps a mail back until its time', async () => {
    await store.enqueue(aMail(), after(1));
    expect(await store.claim(now)).toBeNull();
    expect(await store.claim(after(1))).not.toBeNull();
  });

  it('gives no mail whose code has expired', async () => {
    await store.enqueue(aMail({ expiresAt: after(1) }));
    expect(await store.claim(after(2))).toBeNull();
  });

  it('encrypts the content of a mail', async () => {
    await store.enqueue(aMail());
    const [row] = await database.collection('mails').find().toArray();
    expect(JSON.stringify(row)).not.toMatch(/123456/);
  });
});
