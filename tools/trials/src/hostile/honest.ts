import { answerInputTo, answerTo, giveDeck, type DeckWithCards, type Learner } from '../product/learner.ts';
import { pause } from '../product/measure.ts';
import { requestOperation, screensOf } from '../programs/operations.ts';

export interface Sample {
  act: string;
  ms: number;
  /** Whether a response is one that an honest learner must not get: a failure or a limit. */
  problem: string | null;
}

/** Learner with a deck who browses and studies as the web client does, with the pauses of a person. */
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

async function rest({ call }: Learner, method: string, path: string, body?: object) {
  const { status } = await call(method, path, body);
  return status < 400 ? null : String(status);
}

function actsOf(
  edges: Edges,
  { learner, deck }: Student,
  n: number,
): Record<string, () => Promise<string | null>> {
  const screens = Object.entries(screensOf(deck)).map(
    ([name, variables]) => [name, () => requestOperation(edges, learner, name, variables)] as const,
  );
  return {
    ...Object.fromEntries(screens),
    answer: () =>
      requestOperation(edges, learner, 'RecordAnswers', { input: { answers: [answerInputTo(deck, n)] } }),
    'GET /decks': () => rest(learner, 'GET', '/decks'),
    'POST /progress': () => rest(learner, 'POST', '/progress', answerTo(deck, n)),
  };
}

/** Acts until `until` (milliseconds since 1970), with pauses of about `thinkMs`. */
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
      const problem = await run().catch((error: Error) => error.message);
      samples.push({ act, ms: performance.now() - began, problem });
    }
  return samples;
}
