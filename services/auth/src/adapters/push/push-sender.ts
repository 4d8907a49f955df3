import { createECDH } from 'node:crypto';
import type { Log } from '@kumbuka/runtime';
import { isPushEndpoint } from '../../domain/access/push.ts';
import type { PushSender } from '../../use-cases/ports.ts';
import { pushWordsIn } from '../mail/words.ts';

/** Posts an encrypted message to a push service; returns the status of its response. */
type Post = (url: string, init: RequestInit) => Promise<{ status: number }>;

export interface PushSenderOptions {
  /** P-256 private key, 32 bytes as base64url; without one nothing is sent. */
  privateKey: string | undefined;
  /** Contact for the push services, `mailto:` or `https:`. */
  subject: string;
  log: Pick<Log, 'warn'>;
  post?: Post | undefined;
}

const timeoutMs = 3_000;
/** The push service drops a message that it could not deliver by then. */
const keptS = 2 * 3_600;
/** The browser will never receive a message at this address again. */
const isGone = (status: number) => status === 404 || status === 410;

export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url');
}

const viaFetch: Post = async (url, init) => {
  const { status, body } = await fetch(url, init);
  await body?.cancel();
  return { status };
};

/** Sends notifications by Web Push (RFC 8030), encrypted for the browser (RFC 8291) and signed (RFC 8292). */
export function createPushSender({
  privateKey,
  subject,
  log,
  post = viaFetch,
}: PushSenderOptions): PushSender {
  if (privateKey === undefined) return { publicKey: null, send: async () => 'failed' };
  const publicKey = publicKeyOf(privateKey);
  /** Loaded with the first notification, which keeps the start short. */
  const requestTo = async (
    { endpoint, ...keys }: { endpoint: string; p256dh: string; auth: string },
    text: string,
  ) => {
    const { generateRequestDetails } = (await import('web-push')).default;
    const options = { vapidDetails: { subject, publicKey, privateKey }, TTL: keptS, topic: 'due' };
    return generateRequestDetails({ endpoint, keys }, text, options);
  };

  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, due, language) {
      // The list may have become shorter since the address was stored.
      if (!isPushEndpoint(endpoint)) return 'gone';
      try {
        const text = JSON.stringify(pushWordsIn[language](due));
        const { headers, body } = await requestTo({ endpoint, p256dh, auth }, text);
        const { status } = await post(endpoint, {
          method: 'POST',
          headers,
          body: body ? new Uint8Array(body) : null,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        if (isGone(status)) return 'gone';
        if (status >= 200 && status < 300) return 'sent';
        log.warn({ host: new URL(endpoint).host, status }, 'a push service refused a notification');
      } catch (error) {
        log.warn(
          { host: new URL(endpoint).host, failure: { name: (error as Error).name } },
          'a notification was not sent',
        );
      }
      return 'failed';
    },
  };
}
