import { ValidationFailed } from '@kumbuka/contracts';
import type { PushSubscription } from './session.ts';

/** Browsers of one learner that are notified; the one that allowed it first is left out. */
export const maxPushes = 5;

/** Push services of Chrome, Firefox, Safari and Edge. Any other address would make this server call what a stranger names. */
const pushHosts = ['fcm.googleapis.com', 'jmt17.google.com'];
const pushDomains = /^([a-z0-9-]+\.)+(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;
const maxLength = 1_000;

/** Whether an address is one of a known push service. */
export function isPushEndpoint(endpoint: string): boolean {
  if (endpoint.length > maxLength || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  return isPlain && (pushHosts.includes(hostname) || pushDomains.test(hostname));
}

/** Number of bytes of a base64url text; -1 for another text. */
const bytesOf = (text: string) => (/^[\w-]+=*$/.test(text) ? Buffer.from(text, 'base64url').length : -1);

/** Rejects a subscription that no known push service has made. */
export function checkPush({ endpoint, p256dh, auth }: PushSubscription) {
  const refuse = (path: string) => {
    const message = "This browser's notifications are not supported. Choose email.";
    throw new ValidationFailed([{ path, message }]);
  };
  if (!isPushEndpoint(endpoint)) refuse('endpoint');
  if (bytesOf(p256dh) !== 65) refuse('p256dh');
  if (bytesOf(auth) !== 16) refuse('auth');
}
