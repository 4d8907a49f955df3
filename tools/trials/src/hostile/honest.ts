import { readFileSync } from 'node:fs';
import { pause } from '../measure.ts';
import { answerInputTo, answerTo, giveDeck, type DeckWithCards, type Learner } from '../learner.ts';

export interface Sample {
  act: string;
  ms: number;
  /** What a learner must not see: a failure, or a limit. */
  trouble: string | null;
}

const manifest = new URL('../../../../apps/gateway/operations.json', import.meta.url);
const known: { name: string; query: string }[] = JSON.parse(readFileSync(manifest, 'utf8'));
const operations = new Map(known.map(({ name, query }) => [name, query]));

/** A learner with a deck who looks around and studies as the web client does, with pauses as a person has them. */
export interface Student {
  learner: Learner;
  deck: DeckWithCards;
}

export const enrol = async (learner: Learner): Promise<Student> => ({
  learner,
  deck: await giveDeck(learner, 12),
});

interface Ways {
  rest: string;
  graphql: string;
}

export async function operation(
  { graphql }: Pick<Ways, 'graphql'>,
  { token }: Learner,
  operationName: string,
  variables: object,
) {
  const answer = await fetch(graphql, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ operationName, query: operations.get(operationName), variables }),
    signal: AbortSignal.timeout(30_000),
  });
  const body: { errors?: { extensions: { code: string } }[] } = JSON.parse(await answer.text());
  return body.errors?.[0]?.extensions.code ?? (answer.status < 400 ? null : String(answer.status));
}

async function rest({ call }: Learner, method: string, path: string, body?: object) {
  const { status } = await call(method, path, body);
  return status < 400 ? null : String(status);
}

function actsOf(
  ways: Ways,
  { learner, deck }: Student,
  n: number,
): Record<string, () => Promise<string | null>> {
  const id = String(deck.deckId);
  return {
    dashboard: () => operation(ways, learner, 'DashboardScreen', {}),
    decks: () => operation(ways, learner, 'DecksScreen', { page: 1 }),
    deck: () => operation(ways, learner, 'DeckDetailScreen', { id, page: 1 }),
    session: () => operation(ways, learner, 'DeckSession', { deckId: id }),
    answer: () => operation(ways, learner, 'RecordAnswers', { input: { answers: [answerInputTo(deck, n)] } }),
    'GET /decks': () => rest(learner, 'GET', '/decks'),
    'POST /progress': () => rest(learner, 'POST', '/progress', answerTo(deck, n)),
  };
}

/** Goes on until `until` (milliseconds since 1970), pausing for about `thinkMs` between two acts. */
export async function study(ways: Ways, student: Student, until: number, thinkMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let n = 0; Date.now() < until; n++)
    for (const [act, run] of Object.entries(actsOf(ways, student, n))) {
      await pause(thinkMs * (0.5 + Math.random()));
      if (Date.now() >= until) break;
      const began = performance.now();
      const trouble = await run().catch((error: Error) => error.message);
      samples.push({ act, ms: performance.now() - began, trouble });
    }
  return samples;
}
