import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { portOf } from '../loopback.ts';
import type { MessageStore, NewMessage } from './message-store.ts';

const MESSAGE_BYTES = 10 * 1024 * 1024;

/** Accepts any name and password, acknowledges a message only after storing it, and forwards nothing. */
export async function listenForMail(store: MessageStore, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MESSAGE_BYTES,
    maxClients: 50,
    closeTimeout: 1_000,
    socketTimeout: 60_000,
    logger: false,
    onData: callbackify((stream: Readable, session: SMTPServerSession) => receive(stream, session, store)),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', () => undefined);
  return {
    port: portOf(server.server),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function receive(stream: Readable, session: SMTPServerSession, store: MessageStore): Promise<void> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes <= MESSAGE_BYTES) chunks.push(chunk);
  }
  if (bytes > MESSAGE_BYTES) throw tooLarge();
  store.add(await readMessage(Buffer.concat(chunks), session));
}

function tooLarge(): Error {
  return Object.assign(new Error('Message is too large'), { responseCode: 552 });
}

async function readMessage(raw: Buffer, session: SMTPServerSession): Promise<NewMessage> {
  const email = await PostalMime.parse(raw);
  const sender = session.envelope.mailFrom;
  return {
    receivedAt: new Date().toISOString(),
    from: email.from?.address ?? (sender ? sender.address : ''),
    to: session.envelope.rcptTo.map((recipient) => recipient.address),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    raw,
  };
}
