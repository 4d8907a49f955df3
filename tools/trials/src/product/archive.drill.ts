/** The archive of an account goes through the whole product into an empty account: the same study, to the bit. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo, deckNamed, giveDeck, newLearner, queryGraphQL, type Learner } from './learner.ts';
import { startProduct, withoutLimits, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: withoutLimits });
}, 120_000);
afterAll(() => product.stop());

const query = `query {
  viewer {
    stats { streak xp level weeklyGoal targetDays timezone dayStartHour rememberPercent badges { kind earnedAt } }
    dashboard { dueCount newCount cardsMastered accuracyPercent retentionRatePercent }
    subscription { payments { items { id } } }
    decks(perPage: 5) {
      items { title description mastery cardCount flashcards(perPage: 20) { items {
        frontText backText kind isSuspended isFlagged
        schedule { state dueOn stabilityDays difficulty studyCount correctAttempts incorrectAttempts lastStudiedAt lapses }
      } } }
    }
    reviewLog(after: 0, limit: 100) { position kind rating answeredAt recordedAt studyDay predictedRecall parameterVersion dueOn xpEarned }
  }
}`;
// oxlint-disable-next-line typescript/no-explicit-any -- responses have the shape of the query
type Account = any;
async function accountOf(learner: Learner): Promise<Account> {
  const { body } = await queryGraphQL<Account>(product.graphql, learner, query, {});
  expect(body.errors).toBeUndefined();
  const viewer = body.data?.viewer;
  const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1);
  return { ...viewer, decks: viewer.decks.items.toSorted(byTitle) };
}

const exported = async ({ token }: Learner) =>
  fetch(new URL('/export?format=json', product.rest), { headers: { authorization: `Bearer ${token}` } });

async function imported({ token, call }: Learner, archive: ArrayBuffer) {
  const response = await fetch(new URL('/imports?file_name=Kumbuka.zip', product.rest), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: archive,
  });
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as { id: string };
  for (;;) {
    const { body } = await call<{ state: string; failure: string | null }>('GET', `/imports/${id}`);
    if (body.state === 'done' || body.state === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

it('an archive makes an empty account the same one', { timeout: 120_000 }, async () => {
  const owner = await newLearner(product.rest, 'owner');
  const [one, two] = [await giveDeck(owner, 5, 'Miji'), await giveDeck(owner, 4, 'Nchi')];
  const change = (mutation: string, input: object) => {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
    return queryGraphQL(
      product.graphql,
      owner,
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      { input },
    );
  };
  for (let turn = 0; turn < 4; turn++) {
    for (let card = 0; card < 4; card++)
      await owner.call('POST', '/progress', {
        ...answerTo(one, card, (card + turn) % 3 > 0),
        session_id: `s${turn}`,
      });
    await owner.call('POST', `/study-sessions/s${turn}/finish`);
  }
  await owner.call('POST', '/progress', answerTo(two, 0));
  await owner.call('DELETE', `/flashcards/${two.cardIds[0]}`);
  await change('markFlashcards', { ids: [String(two.cardIds[1])], suspended: true, flagged: true });
  await queryGraphQL(
    product.graphql,
    owner,
    'mutation { updateStudySettings(input: { weeklyGoal: 33, rememberPercent: 93 }) { xp } }',
    {},
  );
  // The only answered card of the second deck is gone.
  await expect.poll(async () => (await accountOf(owner)).decks[1].mastery, { timeout: 20_000 }).toBeNull();
  const before = await accountOf(owner);
  expect(before.reviewLog.length).toBeGreaterThan(17);

  const response = await exported(owner);
  expect(response.status).toBe(200);
  const archive = await response.arrayBuffer();
  const copy = await newLearner(product.rest, 'copy');
  expect(await imported(copy, archive)).toMatchObject({ state: 'done', failure: null });
  await expect.poll(() => accountOf(copy), { timeout: 20_000, interval: 500 }).toEqual(before);

  const full = await newLearner(product.rest, 'full');
  await full.call('POST', '/decks', deckNamed('Mine'));
  expect(await imported(full, archive)).toMatchObject({ state: 'done' });
  const kept = await accountOf(full);
  expect([
    kept.reviewLog.some(({ kind }: { kind: string }) => kind === 'REVIEWED'),
    kept.stats.streak,
  ]).toEqual([false, 0]);
});
