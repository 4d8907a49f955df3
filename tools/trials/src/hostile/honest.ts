import { readFileSync } from 'node:fs';
import { pause } from '../measure.ts';
import { answerInputTo, answerTo, giveDeck, type DeckWithCards, type Learner } from '../learner.ts';

export interface Sample {
  act: string;
  ms: number;
  /** Responses that an honest learner must not get: a failure, or a limit. */
  trouble: string | null;
}

const manifest = new URL('../../../../apps/gateway/operations.json', import.meta.url);
const registered: { name: string; query: string }[] = JSON.parse(readFileSync(manifest, 'utf8'));
const operations = new Map(registered.map(({ name, query }) => [name, query]));

/** A learner with a deck who looks around and studies as the web client does, with pauses as a person has them. */
export interface Student {
  learner: Learner;
  deck: DeckWithCards;
}

export const enrol = async (learner: Learner): Promise<Student> => ({
  learner,
  deck: await giveDeck(learner, 12),
});

interface Edges {
  rest: string;
  graphql: string;
}

export async function operation(
  { graphql }: Pick<Edges, 'graphql'>,
  { token }: Learner,
  operationName: string,
  variables: object,
) {
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName, query: operations.get(operationName), variables }),
    signal: AbortSignal.timeout(30_000),
  });
  const body: { errors?: { extensions: { code: string } }[] } = JSON.parse(await response.text());
  return body.errors?.[0]?.extensions.code ?? (response.status < 400 ? null : String(response.status));
}

async function rest({ call }: Learner, method: string, path: string, body?: object) {
  const { status } = await call(method, path, body);
  return status < 400 ? null : String(status);
}

function actsOf(
  edges: Edges,
  { learner, deck }: Student,
  n: number,
): Record<string, () => Promise<string | null>> {
  const id = String(deck.deckId);
  return {
    dashboard: () => operation(edges, learner, 'DashboardScreen', {}),
    decks: () => operation(edges, learner, 'DecksScreen', { page: 1 }),
    deck: () => operation(edges, learner, 'DeckDetailScreen', { id, page: 1 }),
    session: () => operation(edges, learner, 'DeckSession', { deckId: id }),
    answer: () =>
      operation(edges, learner, 'RecordAnswers', { input: { answers: [answerInputTo(deck, n)] } }),
    'GET /decks': () => rest(learner, 'GET', '/decks'),
    'POST /progress': () => rest(learner, 'POST', '/progress', answerTo(deck, n)),
  };
}

/** Goes on until `until` (milliseconds since 1970), pausing for about `thinkMs` between two acts. */
export async function study(
  edges: Edges,
  student: Student,
  until: number,
  thinkMs: number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let n = 0; Date.now() < until; n++)
    for (const [act, run] of Object.entries(actsOf(edges, student, n))) {
      await pause(thinkMs * (0.5 + Math.random()));
      if (Date.now() >= until) break;
      const began = performance.now();
      const trouble = await run().catch((error: Error) => error.message);
      samples.push({ act, ms: performance.now() - began, trouble });
    }
  return samples;
}
