import type { DocumentNode } from 'graphql';
import { DashboardScreenDocument } from './features/dashboard/dashboard-page.generated.ts';
import { YourMemoryDocument } from './features/dashboard/your-memory.generated.ts';
import { loadDeckSession, loadDueSession } from './features/study/session/load/load-session.ts';
import { createClient } from './shared/apollo/client.ts';
import { CurrentViewerDocument } from './shared/auth/auth.generated.ts';

type Client = ReturnType<typeof createClient>;

/** Request body that the client sends for its first query. */
async function bodyOf(load: (client: Client) => Promise<unknown>): Promise<string> {
  let body = '';
  const onUnauthenticated = () => undefined;
  const send: typeof fetch = async (_address, init) => {
    body = String(init?.body);
    return Response.json({ data: {} });
  };
  // The screen finds nothing in the empty response; by then the request is known.
  await load(createClient({ onUnauthenticated, send })).catch(() => {});
  if (body === '') throw new Error('The client sent nothing.');
  return body;
}

const bodyOfQuery = (query: DocumentNode) => bodyOf((client) => client.query({ query }));

const ofEveryScreen = await bodyOfQuery(CurrentViewerDocument);
const portionSize = 1;

/** Bodies of what every signed-in screen requests first; for the build. */
export const ofEveryRoute = [ofEveryScreen];

/** Route -> bodies of what its screen requests first. The page puts the parts of its address for `:deckId` and the like. */
export const ofRoute: Record<string, string[]> = {
  '/dashboard': [await bodyOfQuery(DashboardScreenDocument), await bodyOfQuery(YourMemoryDocument)],
  '/study/:deckId': [
    await bodyOf((client) => loadDeckSession(client, ':deckId', { portionSize, isFurther: false })),
  ],
  '/study/due': [await bodyOf((client) => loadDueSession(client, null, portionSize))],
};
