import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { messages } from './messages.ts';
import { tokenKeys } from './token-keys.ts';

const root = join(import.meta.dirname, '..');
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
  const { module } = await runnerImport<Bodies>(join(root, 'src/early-bodies.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [messages, react()],
  });
  return (route) => {
    const bodies = [...module.ofEveryScreen, ...(route === '/dashboard' ? module.ofDashboard : [])];
    const list = JSON.stringify(bodies).replaceAll('<', String.raw`\u003c`);
    return `<script nonce="__CSP_NONCE__">(${sendAll})(${list})</script>`;
  };
}
