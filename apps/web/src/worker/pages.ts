import { serverTimeHeader } from '@kumbuka/contracts/constants';

/** A page that takes longer is opened from the cache. */
const patienceMs = 3_000;

/** Whether a response comes from our server in good health, and not from a proxy or the sign-in page of a hotspot. */
export const isOurs = (response: Response): boolean =>
  response.status < 500 && response.headers.has(serverTimeHeader);

const policyHeader = 'content-security-policy';
const nonceIn = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes));
}

/** A stored page with a nonce of its own, because a nonce that is used twice can be guessed. */
async function withNewNonce(page: Response): Promise<Response> {
  const policy = page.headers.get(policyHeader) ?? '';
  const old = nonceIn(policy);
  if (old === undefined) return page;
  const nonce = newNonce();
  const headers = new Headers(page.headers);
  headers.set(policyHeader, policy.replaceAll(old, nonce));
  const html = await page.text();
  return new Response(html.replaceAll(old, nonce), { status: page.status, headers });
}

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

/**
 * Opens a page from the network, or the shell when the network gives no page of ours in time. Without a shell the
 * network's response is the page, whatever it is.
 */
export async function openPage(
  network: Promise<Response>,
  shell: () => Promise<Response | undefined>,
): Promise<Response> {
  const arrived = network.catch(() => null);
  const first = await Promise.race([arrived, after(patienceMs)]);
  if (first && isOurs(first)) return first;
  const stored = await shell();
  return stored ? withNewNonce(stored) : network;
}

const files = /\.[a-z0-9]+$/i;
const notPages = /^\/(?:graphql|live|imports|health|metrics|media|export)(?:\/|$)/;

const duePath = '/study/due';

/** What a service worker knows of the open windows. */
interface Windows {
  matchAll: (options: {
    type: 'window';
  }) => Promise<readonly { url: string; focus: () => Promise<unknown> }[]>;
  openWindow: (url: string) => Promise<unknown>;
}

/** Shows the due cards. Never in a page with something else, because loading it again would lose work. */
export async function showDue(clients: Windows): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  const due = pages.find(({ url }) => new URL(url).pathname === duePath);
  await (due ? due.focus() : clients.openWindow(duePath));
}

/** Whether an address is a screen of the client. */
export const isScreen = ({ pathname }: URL): boolean => !files.test(pathname) && !notPages.test(pathname);
