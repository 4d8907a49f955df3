import { createBreaker, matchesKey, type Breaker } from '@kumbuka/http-kit';
import { z } from 'zod';
import { CheckoutFailed, ProviderTimeout, UnclearResponse } from '../../domain/errors.ts';
import { amountOf, centsOf } from '../../domain/money.ts';
import type { InvoiceReport } from '../../domain/payment.ts';
import type { RefundEntry } from '../../domain/refund.ts';
import type { InvoiceReference, PaymentProvider, StatementEntry } from '../../use-cases/ports.ts';

export interface IntaSendOptions {
  /** Base URL of the API, such as `https://payment.intasend.com`. */
  url: string;
  publicKey: string;
  secretKey: string;
  /** Shared secret that authenticates the provider's notifications. */
  challenge: string;
  /** Timeout of one call in milliseconds, including the body. */
  timeoutMs: number;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
}

const text = z.string().min(1).max(500);
const checkoutResponse = z.object({ id: text, signature: text, url: z.url({ protocol: /^https?$/ }) });
const invoice = z.object({
  invoice_id: text,
  state: z.string(),
  value: z.union([z.number(), z.string()]),
  currency: z.string(),
  api_ref: z.string().nullish(),
  failed_reason: z.string().nullish(),
  failed_code: z.union([z.string(), z.number()]).nullish(),
});
const invoiceResponse = z.object({ invoice });
const listResponse = z.object({ results: z.array(z.unknown()), next: z.string().nullish() });
/** Paid invoices of other systems have another reference or none. */
const listed = z.object({ invoice_id: text, api_ref: text, state: z.literal('COMPLETE') });

/** Fields of a refund or chargeback; the documentation and the provider's libraries name its invoice differently. */
const namedInvoice = z.union([
  text,
  z.number().transform(String),
  z.object({ invoice_id: text }).transform((named) => named.invoice_id),
]);
const refund = z.object({
  id: z.union([z.number(), text]).transform(String),
  invoice: namedInvoice.nullish().catch(null),
  transaction: z.object({ invoice: namedInvoice }).nullish().catch(null),
  amount: z.union([z.number(), z.string()]).nullish(),
  reason: z.string().nullish(),
  status: z.string().nullish(),
});
const refundsResponse = z.union([
  listResponse,
  z.array(z.unknown()).transform((results) => ({ results, next: null })),
]);
const longestWords = 200;

type Invoice = z.output<typeof invoice>;

/** The documented states; others count as pending: a new state of IntaSend ends no payment. */
const states: Record<string, InvoiceReport['state']> = { COMPLETE: 'complete', FAILED: 'failed' };

/** Result codes of M-Pesa, which IntaSend passes on as `failed_code`. */
const causesByCode: Record<string, InvoiceReport['cause']> = {
  '1': 'low-balance',
  '1019': 'expired',
  '1032': 'cancelled',
  '1037': 'expired',
  '2001': 'wrong-pin',
};

/** Words of `failed_reason`, for failures without a known code. */
const causesByWords: [RegExp, InvoiceReport['cause']][] = [
  [/cancel/i, 'cancelled'],
  [/\bpin\b|initiator information/i, 'wrong-pin'],
  [/insufficient|balance/i, 'low-balance'],
  [/time(d)?[ -]?out|cannot be reached|no response|expired/i, 'expired'],
];

/** Why an invoice failed; `declined` when the provider names no cause that we know. */
function causeOf({ failed_code: code, failed_reason: reason }: Invoice): InvoiceReport['cause'] {
  const byCode = causesByCode[String(code ?? '')];
  return byCode ?? causesByWords.find(([words]) => words.test(reason ?? ''))?.[1] ?? 'declined';
}

const reportOf = (read: Invoice): InvoiceReport => ({
  invoiceId: read.invoice_id,
  state: states[read.state] ?? 'pending',
  cause: causeOf(read),
  apiRef: read.api_ref ?? null,
  amountCents: centsOf(read.value),
  currency: read.currency,
});

/** The payer pays exactly the displayed price, regardless of the account's fee setting. */
const feesAreOurs = { mobile_tarrif: 'BUSINESS-PAYS', card_tarrif: 'BUSINESS-PAYS' };

const named = (reference: InvoiceReference) =>
  'invoiceId' in reference
    ? { invoice_id: reference.invoiceId }
    : { checkout_id: reference.checkout.id, signature: reference.checkout.signature };

function entriesOf(results: readonly unknown[]): StatementEntry[] {
  const entries = results.flatMap((each) => listed.safeParse(each).data ?? []);
  return entries.map(({ invoice_id, api_ref }) => ({ invoiceId: invoice_id, apiRef: api_ref }));
}

function refundsOf(results: readonly unknown[]): RefundEntry[] {
  const entries = results.flatMap((each) => refund.safeParse(each).data ?? []);
  return entries.map(({ id, invoice: named, transaction, amount, reason, status }) => ({
    id,
    invoiceId: named ?? transaction?.invoice ?? null,
    amountCents: amount === null || amount === undefined ? null : centsOf(amount),
    reason: (reason ?? '').slice(0, longestWords),
    status: (status ?? '').slice(0, longestWords),
  }));
}

const restMs = 10_000;
const mostBytes = 64 * 1024;
/** A page of the list may hold more than a hundred invoices. */
const mostBytesOfList = 1024 * 1024;

/** Reads a response body up to a size limit. */
async function readBody(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [body, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new UnclearResponse(new Error('The answer of the provider is too long.'));
    body += decoder.decode(chunk, { stream: true });
  }
  return body;
}

/** Parses a response. It is never logged, because it may contain a signature or a phone number. */
function parseResponse<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw new UnclearResponse(new Error('The provider answered what cannot be understood.'));
  }
}

/** A gateway's error may follow a request that was passed on; 429 rejects it. */
function brokenBy(status: number): CheckoutFailed {
  const cause = new Error(`The provider answered ${status}.`);
  return status === 429 ? new CheckoutFailed(cause) : new UnclearResponse(cause);
}

/** A prompt may be on the phone unless the provider refused the request. */
function throwAsUnknown(error: unknown): never {
  throw error instanceof UnclearResponse ? new ProviderTimeout(error) : error;
}

/**
 * Client for the calls of IntaSend's API that payments need. Throws `CheckoutFailed` and `ProviderTimeout`.
 */
export function createIntaSend(options: IntaSendOptions): PaymentProvider {
  const { url, publicKey, secretKey, challenge, timeoutMs, monotonic } = options;
  // One per kind of call: slow invoice look-ups must not keep learners from paying.
  const breakerOf = () => createBreaker({ restMs, monotonic });
  const breakers = {
    checkout: breakerOf(),
    prompt: breakerOf(),
    invoice: breakerOf(),
    ownInvoice: breakerOf(),
    list: breakerOf(),
    refunds: breakerOf(),
  };

  async function attempt(path: string, request: RequestInit, most: number) {
    const response = await fetch(new URL(path, url), {
      ...request,
      // A redirect would send the keys elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: await readBody(response, most) };
  }

  async function request(breaker: Breaker, path: string, request: RequestInit, most: number) {
    if (!breaker.enter()) throw new CheckoutFailed(new Error('The provider rests.'));
    const response = await attempt(path, request, most).catch((error: unknown) => {
      breaker.failed();
      throw error instanceof CheckoutFailed ? error : new ProviderTimeout(error);
    });
    const isBusyOrBroken = response.status === 429 || response.status >= 500;
    if (isBusyOrBroken) breaker.failed();
    else breaker.succeeded();
    if (isBusyOrBroken) throw brokenBy(response.status);
    return response;
  }

  const call = (breaker: Breaker, path: string, body: object, headers: Record<string, string> = {}) =>
    request(
      breaker,
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
      },
      mostBytes,
    );

  async function create<Schema extends z.ZodType>(
    breaker: Breaker,
    path: string,
    body: object,
    schema: Schema,
    headers?: Record<string, string>,
  ): Promise<z.output<Schema>> {
    const response = await call(breaker, path, body, headers);
    if (response.status >= 300)
      throw new CheckoutFailed(new Error(`The provider answered ${response.status} to ${path}.`));
    return parseResponse(schema, response.body);
  }

  const bearer = { authorization: `Bearer ${secretKey}` };

  type List = z.output<typeof listResponse>;
  async function readList(
    breaker: Breaker,
    path: string,
    page: number,
    schema: z.ZodType<List>,
  ): Promise<List> {
    const headers = { accept: 'application/json', ...bearer };
    const response = await request(breaker, path, { method: 'GET', headers }, mostBytesOfList);
    // The list became shorter since its last page was counted.
    if (response.status === 404 && page > 1) return { results: [], next: null };
    if (response.status >= 300)
      throw new CheckoutFailed(new Error(`The provider answered ${response.status} to its list.`));
    return parseResponse(schema, response.body);
  }

  return {
    isChallenge: (value) => matchesKey(value, challenge),
    isResting: () => Object.values(breakers).some((breaker) => breaker.isOpen()),

    async startCheckout({ apiRef, amountCents, currency, redirectUrl }) {
      const order = { amount: amountOf(amountCents), currency, api_ref: apiRef, redirect_url: redirectUrl };
      return create(
        breakers.checkout,
        '/api/v1/checkout/',
        { public_key: publicKey, ...order, ...feesAreOurs },
        checkoutResponse,
      );
    },

    async requestStkPush({ apiRef, amountCents, currency, phone }) {
      const order = { amount: amountOf(amountCents), currency, api_ref: apiRef, phone_number: phone };
      const response = await create(
        breakers.prompt,
        '/api/v1/payment/mpesa-stk-push/',
        order,
        invoiceResponse,
        bearer,
      ).catch(throwAsUnknown);
      return { invoiceId: response.invoice.invoice_id };
    },

    async readInvoice(reference) {
      const body = { public_key: publicKey, ...named(reference) };
      const breaker = 'invoiceId' in reference ? breakers.invoice : breakers.ownInvoice;
      const response = await call(breaker, '/api/v1/payment/status/', body);
      if (response.status === 400 || response.status === 404) return null;
      if (response.status >= 300)
        throw new CheckoutFailed(new Error(`The provider answered ${response.status}.`));
      return reportOf(parseResponse(invoiceResponse, response.body).invoice);
    },

    async listPaid(page) {
      const path = `/api/v1/invoices/?state=COMPLETE&page=${page}`;
      const { results, next } = await readList(breakers.list, path, page, listResponse);
      return { entries: entriesOf(results), isLast: !next };
    },

    async listRefunds(page) {
      const path = `/api/v1/chargebacks/?page=${page}`;
      const { results, next } = await readList(breakers.refunds, path, page, refundsResponse);
      return { entries: refundsOf(results), isLast: !next };
    },
  };
}
