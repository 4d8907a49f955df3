import { pageLanguageHeader } from '@kumbuka/contracts/constants';
import { chosenLanguage } from './chosen-language.ts';
import { literal } from './literal.ts';
import { runClient } from './run-client.ts';
import { tokenKeys } from './token-keys.ts';

const timeoutMs = 20_000;

/**
 * Runs in the page, before the client is there; `src/shared/apollo/early-requests.ts` takes the responses. A paused session is
 * one that `src/shared/study/paused-session.ts` stored for this address.
 */
const sendAll = `(bodies, bodiesOfRoute, places) => {
  try {
    const token = ${JSON.stringify(tokenKeys)}.map((key) => localStorage.getItem(key)).find(Boolean);
    if (!token) return;
    const language = ${chosenLanguage};
    const headers = {
      accept: 'application/graphql-response+json,application/json;q=0.9',
      'accept-language': language,
      authorization: 'Bearer ' + token,
      'content-type': 'application/json',
      '${pageLanguageHeader}': language,
    };
    const address = location.pathname + location.search;
    const parts = location.pathname.split('/');
    const partAt = (place) => JSON.stringify(decodeURIComponent(parts[place]));
    const filled = (body) => places.reduce((text, [name, place]) => text.replace('":' + name + '"', () => partAt(place)), body);
    const isPaused = Object.keys(localStorage).some(
      (key) => key.startsWith('kumbuka.sessions.') && localStorage.getItem(key).includes('"path":' + JSON.stringify(address)),
    );
    const isUsual = !isPaused && location.search === '';
    window.earlyRequests = [...bodies, ...(isUsual ? bodiesOfRoute.map(filled) : [])].map((body) => {
      const request = { body, headers, sentAt: Date.now() };
      request.response = fetch('/graphql', { method: 'POST', headers, body, signal: AbortSignal.timeout(${timeoutMs}) });
      request.response.then(() => (request.receivedAt = Date.now()), () => {});
      return request;
    });
  } catch {}
}`;

interface Bodies {
  ofEveryRoute: string[];
  ofRoute: Record<string, string[]>;
}

/** Names of the parameters of a route, with their places in the path. */
const placesIn = (route: string) =>
  route
    .split('/')
    .flatMap((part, place): [string, number][] => (part.startsWith(':') ? [[part.slice(1), place]] : []));

/**
 * Returns a function from a route to the script that requests its first data while the client's script loads. A session that is
 * resumed, or an address with a query, needs other data: there only the data of every route is requested early.
 */
export async function earlyScripts(): Promise<(route: string) => string> {
  const { ofEveryRoute, ofRoute } = await runClient<Bodies>('src/early-bodies.ts');
  return (route) => {
    const words = [ofEveryRoute, ofRoute[route] ?? [], placesIn(route)].map(literal).join(',');
    return `<script nonce="__CSP_NONCE__">(${sendAll})(${words})</script>`;
  };
}
