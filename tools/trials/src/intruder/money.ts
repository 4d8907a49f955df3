import { readKeys } from '@kumbuka/stack/keys';
import { check, pause } from '../checks.ts';
import { queryGraphQL, newLearner, type Learner } from '../learner.ts';
import { portOf, type Product } from '../product.ts';

type Equal = (found: unknown, wanted: unknown, sentence: string) => void;
interface Try {
  product: Product;
  equal: Equal;
}

interface Prompted {
  requestStkPush: { id: string; apiRef: string };
}

const requestPrompt = ({ graphql }: Product, learner: Learner, phone: string, key?: string) =>
  queryGraphQL<Prompted>(
    graphql,
    learner,
    'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { id apiRef } }',
    { phone },
    key === undefined ? {} : { 'idempotency-key': key },
  );

/** Counts the prompts on a phone at the local payment provider. */
async function promptsOn(product: Product, phone: string): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${portOf(product, 'payments')}/`);
  return (await page.text()).split(`Prompt on ${phone}`).length - 1;
}

async function tryThreeAtOnce({ product, equal }: Try) {
  const learner = await newLearner(product.rest, 'payer');
  const responses = await Promise.all([1, 2, 3].map(() => requestPrompt(product, learner, '0722000001')));
  const ids = new Set(responses.map(({ body }) => body.data?.requestStkPush.id));
  equal(
    [ids.size, await promptsOn(product, '254722000001')],
    [1, 1],
    'three payments at once result in one prompt',
  );
}

async function tryManyPrompts({ product, equal }: Try) {
  const learners = [];
  for (let n = 0; n < 3; n++) learners.push(await newLearner(product.rest, `prompter${n}`));
  const all = learners.flatMap((learner) =>
    Array.from({ length: 8 }, () => requestPrompt(product, learner, '0722000002', crypto.randomUUID())),
  );
  await Promise.all(all);
  equal(
    await promptsOn(product, '254722000002'),
    6,
    'a phone gets at most six prompts per hour, also from parallel requests',
  );
}

interface Refunds {
  refunds: { items: { id: string }[] };
}
const isActive = async (learner: Learner) =>
  (await learner.call<{ subscription_status: string }>('GET', '/billing/status')).body.subscription_status;

async function pay(product: Product, learner: Learner) {
  const checkout = await learner.call<{ checkout_url: string; api_ref: string }>(
    'POST',
    '/billing/checkout',
    {},
  );
  const { checkout_url: url, api_ref: apiRef } = checkout.body;
  const press = (action: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  await press('pay');
  await learner.call('POST', '/billing/verify', { checkout_id: apiRef });
  return { apiRef, press };
}

async function notify({ rest }: Product, body: object): Promise<number> {
  const response = await fetch(new URL('/billing/webhooks/intasend', rest), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response.status;
}

/** Tries a forged refund, a real one, and a learner who decides about it. */
async function tryRefunds({ product, equal }: Try) {
  const learner = await newLearner(product.rest, 'refunded');
  const { apiRef, press } = await pay(product, learner);
  equal(await isActive(learner), 'active', 'a paid plan is active');
  const claim = { api_ref: apiRef, state: 'REFUNDED', chargeback_id: 1 };
  equal(await notify(product, { ...claim, challenge: 'guessed' }), 403, 'a forged refund is rejected');
  const challenge = readKeys(product.dataDir).paymentChallenge;
  equal(await notify(product, { ...claim, challenge }), 200, 'a claimed refund is accepted for verification');
  await press('refund');
  await pause(1_000);
  equal(await isActive(learner), 'active', 'neither a claimed nor a real refund ends a plan');
  for (const operation of [
    '{ refunds { items { id } } }',
    'mutation { endRefundedPlan(input: { refundId: "1" }) { id } }',
    'mutation { keepRefundedPlan(input: { refundId: "1" }) { id } }',
  ]) {
    const { body } = await queryGraphQL<Refunds>(product.graphql, learner, operation, {});
    equal(body.errors?.[0]?.extensions?.code, 'FORBIDDEN', 'learners cannot decide about refunds');
  }
  check((await isActive(learner)) === 'active', 'a learner cannot end a plan');
}

/** Attacks payments and refunds as a greedy account and a forger. */
export async function tryMoney(tried: Try): Promise<void> {
  await tryThreeAtOnce(tried);
  await tryManyPrompts(tried);
  await tryRefunds(tried);
}
