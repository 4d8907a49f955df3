import { createBreaker, matchesKey } from '@kumbuka/http-kit';
import { CheckoutFailed, ProviderTimeout, UnclearResponse } from '../../domain/errors.ts';
import { amountOf } from '../../domain/money.ts';
import type { InvoiceReference, PaymentProvider } from '../../use-cases/ports.ts';
import { createIntaSendCalls, parseResponse, type IntaSendCallOptions } from './intasend-calls.ts';
import {
  checkoutResponse,
  entriesOf,
  invoiceResponse,
  listResponse,
  refundsOf,
  refundsResponse,
  reportOf,
} from './intasend-responses.ts';

export interface IntaSendOptions extends IntaSendCallOptions {
  publicKey: string;
  /** Shared secret that authenticates the provider's notifications. */
  challenge: string;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
}

const restMs = 10_000;

/** The payer pays exactly the displayed price, regardless of the account's fee setting. */
const feesAreOurs = { mobile_tarrif: 'BUSINESS-PAYS', card_tarrif: 'BUSINESS-PAYS' };

const named = (reference: InvoiceReference) =>
  'invoiceId' in reference
    ? { invoice_id: reference.invoiceId }
    : { checkout_id: reference.checkout.id, signature: reference.checkout.signature };

/** A prompt may be on the phone unless the provider rejected the request. */
function throwAsUnknown(error: unknown): never {
  throw error instanceof UnclearResponse ? new ProviderTimeout(error) : error;
}

/**
 * Client for the calls of IntaSend's API that payments need. Throws `CheckoutFailed` and `ProviderTimeout`.
 */
export function createIntaSend(options: IntaSendOptions): PaymentProvider {
  const { publicKey, challenge, monotonic } = options;
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

  const { post, create, readList, bearer } = createIntaSendCalls(options);

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
      const response = await post(breaker, '/api/v1/payment/status/', body);
      if (response.status === 400 || response.status === 404) return null;
      if (response.status >= 300)
        throw new CheckoutFailed(new Error(`The provider responded with ${response.status}.`));
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
