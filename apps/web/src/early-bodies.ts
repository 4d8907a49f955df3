import type { DocumentNode } from 'graphql';
import { DashboardScreenDocument } from './features/dashboard/dashboard-page.generated.ts';
import { YourMemoryDocument } from './features/dashboard/your-memory.generated.ts';
import { createClient } from './shared/apollo/client.ts';
import { CurrentViewerDocument } from './shared/auth/auth.generated.ts';

/** Request body that the client sends for a query. */
async function bodyOf(query: DocumentNode): Promise<string> {
  let body = '';
  const onUnauthenticated = () => undefined;
  const send: typeof fetch = async (_address, init) => {
    body = String(init?.body);
    return Response.json({ data: {} });
  };
  await createClient({ onUnauthenticated, send }).query({ query });
  if (body === '') throw new Error('The client sent nothing.');
  return body;
}

/** Bodies of what every signed-in screen asks for, and of what the dashboard does; for the build. */
export const ofEveryScreen = [await bodyOf(CurrentViewerDocument)];
export const ofDashboard = [await bodyOf(DashboardScreenDocument), await bodyOf(YourMemoryDocument)];
