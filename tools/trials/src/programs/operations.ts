import { readFileSync } from 'node:fs';
import type { DeckWithCards, Learner } from '../product/learner.ts';

const manifest = new URL('../../../../apps/gateway/operations.json', import.meta.url);
const registered: { name: string; query: string }[] = JSON.parse(readFileSync(manifest, 'utf8'));

/** Registered operations of the web client, by name. */
export const operations: ReadonlyMap<string, string> = new Map(
  registered.map(({ name, query }) => [name, query]),
);

/** Returns the operations of the screens before a session, with the variables that the web client sends. */
export function screensOf({ deckId }: Pick<DeckWithCards, 'deckId'>): Record<string, object> {
  const id = String(deckId);
  return {
    DashboardScreen: {},
    DecksScreen: { page: 1, perPage: 6 },
    DeckDetailScreen: { id, page: 1, perPage: 10 },
    DeckSession: { deckId: id },
  };
}

/** Sends a registered operation. Resolves with the code of its error, or `null`. */
export async function requestOperation(
  { graphql }: { graphql: string },
  { token }: Learner,
  operationName: string,
  variables: object,
): Promise<string | null> {
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName, query: operations.get(operationName), variables }),
    signal: AbortSignal.timeout(30_000),
  });
  const body: { errors?: { extensions: { code: string } }[] } = JSON.parse(await response.text());
  return body.errors?.[0]?.extensions.code ?? (response.status < 400 ? null : String(response.status));
}
