import { runClient } from './run-client.ts';
import { tokenKeys } from './token-keys.ts';

const patienceMs = 20_000;

/** Runs in the page, before the client is there; `src/shared/apollo/early-requests.ts` takes the responses. */
const sendAll = `(bodies) => {
  try {
    const token = ${JSON.stringify(tokenKeys)}.map((key) => localStorage.getItem(key)).find(Boolean);
    if (!token) return;
    const headers = {
      accept: 'application/graphql-response+json,application/json;q=0.9',
      'accept-language': localStorage.getItem('kumbuka.language') ?? document.documentElement.lang,
      authorization: 'Bearer ' + token,
      'content-type': 'application/json',
    };
    window.earlyRequests = bodies.map((body) => {
      const request = { body, headers, sentAt: Date.now() };
      request.response = fetch('/graphql', { method: 'POST', headers, body, signal: AbortSignal.timeout(${patienceMs}) });
      request.response.then(() => (request.receivedAt = Date.now()), () => {});
      return request;
    });
  } catch {}
}`;

interface Bodies {
  ofEveryScreen: string[];
  ofDashboard: string[];
}

/** Returns what gives the script of a route that asks for its first data beside the client's script. */
export async function earlyScripts(): Promise<(route: string) => string> {
  const { ofEveryScreen, ofDashboard } = await runClient<Bodies>('src/early-bodies.ts');
  return (route) => {
    const bodies = [...ofEveryScreen, ...(route === '/dashboard' ? ofDashboard : [])];
    const list = JSON.stringify(bodies).replaceAll('<', String.raw`\u003c`);
    return `<script nonce="__CSP_NONCE__">(${sendAll})(${list})</script>`;
  };
}
