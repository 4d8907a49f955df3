import { serverTimeOf } from '../browser/server-clock.ts';

const patienceMs = 3_000;

/** Whether our server answers at this moment, and not a hotspot or a proxy for it. */
export async function isServerThere(): Promise<boolean> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return response.status < 500 && serverTimeOf(response) !== null;
  } catch {
    return false;
  }
}
