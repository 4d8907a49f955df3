import type { QueuedEmail } from '../../domain/code/mail.ts';
import { renderMail } from './templates.ts';

/** The server permanently rejects this email. */
export class MailRejected extends Error {
  constructor(cause: unknown) {
    super('The mail server rejected this message.', { cause });
    this.name = 'MailRejected';
  }
}

/** Email that is no decoy. */
export type SendableEmail = QueuedEmail & { to: string };

export interface MailSender {
  /** Throws `MailRejected` for a permanent rejection, other errors for temporary failures. */
  send(mail: SendableEmail): Promise<void>;
  close(): void;
}

const defaultConnectMs = 5_000;
const silenceMs = 10_000;
const connections = 4;

function serverOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const auth = username
    ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
    : {};
  return { host: hostname, port: Number(port) || (secure ? 465 : 587), secure, ...auth };
}

/** 5xx responses are final, except failed logins, which the operator has to fix. */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  !('code' in error && error.code === 'EAUTH');

/** A mail program shows a button that stops reminders by one request (RFC 8058). */
const unsubscribeHeaders = (mail: SendableEmail): Record<string, string> =>
  mail.purpose === 'study-reminder'
    ? {
        'List-Unsubscribe': `<${mail.content.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }
    : {};

/** Sends by SMTP over a few pooled connections with timeouts per step. */
export function createMailSender(smtpUrl: string, from: string, connectMs = defaultConnectMs): MailSender {
  const server = serverOf(smtpUrl);
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...server,
      pool: true,
      maxConnections: connections,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  /** Loaded and created with the first email, which keeps the start short. */
  let connected: ReturnType<typeof connect> | undefined;
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? server.host;

  return {
    async send(mail) {
      const message = {
        from,
        /** As an object, so that an address with a comma stays one address. */
        to: { name: '', address: mail.to },
        /** Constant across attempts, so that duplicates can be recognised. */
        messageId: `<${mail.id}@${domain}>`,
        ...renderMail(mail, mail.language),
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
      };
      const transport = await (connected ??= connect());
      await transport.sendMail(message).catch((error: unknown) => {
        throw isFinal(error) ? new MailRejected(error) : error;
      });
    },
    close: () => void connected?.then((transport) => transport.close()),
  };
}
