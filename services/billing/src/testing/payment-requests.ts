import type { TestBilling } from './test-billing.ts';

const keyed = (key?: string) => (key === undefined ? {} : { headers: { 'idempotency-key': key } });

/** Requests a prompt on a phone. */
export const requestPrompt = (on: TestBilling, as: number, phone: string, key?: string) =>
  on.graphql(
    'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { apiRef state } }',
    { phone },
    { as, ...keyed(key) },
  );

export const requestPage = (on: TestBilling, as: number, key?: string) =>
  on.rest('POST', '/billing/checkout', { as, body: {}, ...keyed(key) });

export type PromptResponse = Awaited<ReturnType<typeof requestPrompt>>;
/** References of the payments, each once. */
export const refsOf = (all: PromptResponse[]) =>
  new Set(all.flatMap(({ data }) => data?.requestStkPush?.apiRef ?? []));
/** State of each payment, or the code of its error. */
export const statesOf = (all: PromptResponse[]) =>
  all.map(({ data, code }) => code ?? data.requestStkPush.state);
