import type { Chargeback, Invoice, InvoiceStore } from './store.ts';

export type Keys = { publicKey: string; secretKey: string };

export type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  /** Body of a POST, or the query of a GET. */
  body: Record<string, unknown>;
  authorization: string;
};
export type ApiResponse = { status: number; body: unknown };
export type ApiContext = { store: InvoiceStore; keys: Keys; pageUrl: () => string };

const problem = (status: number, code: string, detail: string): ApiResponse => ({
  status,
  body: { type: 'client_error', errors: [{ code, detail, attr: null }] },
});

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 2_000 ? value : null;

/** Formats a positive amount with two decimals; `null` for anything else. */
function amountOf(value: unknown): string | null {
  const amount = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return amount > 0 && amount <= 1_000_000 ? amount.toFixed(2) : null;
}

/** Returns the invoice in the format of responses and webhooks. */
export const invoiceBody = (invoice: Invoice) => ({
  invoice_id: invoice.invoiceId,
  state: invoice.state,
  provider: invoice.kind === 'prompt' ? 'M-PESA' : 'CARD-PAYMENT',
  charges: (Number(invoice.value) * 0.03).toFixed(2),
  net_amount: (Number(invoice.value) * 0.97).toFixed(2),
  currency: invoice.currency,
  value: Number(invoice.value),
  account: invoice.phone ?? 'test@example.org',
  api_ref: invoice.apiRef,
  host: 'http://localhost',
  failed_reason: invoice.failedReason,
  failed_code: invoice.failedCode ?? null,
  failed_code_link: 'https://intasend.com/troubleshooting',
  created_at: invoice.createdAt,
  updated_at: invoice.updatedAt,
});

const metaOf = ({ id, createdAt, updatedAt }: Invoice) => ({
  id,
  customer: null,
  payment_link: null,
  created_at: createdAt,
  updated_at: updatedAt,
});

function startCheckout({ store, keys, pageUrl }: ApiContext, { body }: ApiRequest): ApiResponse {
  const [amount, apiRef] = [amountOf(body['amount']), textOf(body['api_ref'])];
  if (body['public_key'] !== keys.publicKey) return problem(401, 'not_authenticated', 'Wrong public key.');
  if (amount === null || apiRef === null) return problem(400, 'required', 'amount and api_ref are required.');
  const invoice = store.add({
    kind: 'checkout',
    apiRef,
    amount,
    currency: textOf(body['currency']) ?? 'KES',
    phone: null,
    redirectUrl: webAddress(body['redirect_url']),
  });
  const { id, signature, redirectUrl } = invoice;
  const url = `${pageUrl()}/checkout/${id}`;
  return {
    status: 201,
    body: {
      id,
      url,
      signature,
      api_ref: apiRef,
      amount,
      currency: invoice.currency,
      redirect_url: redirectUrl,
      paid: false,
    },
  };
}

function webAddress(value: unknown): string | null {
  const url = URL.parse(textOf(value) ?? '');
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

function requestPrompt({ store, keys }: ApiContext, { body, authorization }: ApiRequest): ApiResponse {
  const [amount, apiRef, phone] = [
    amountOf(body['amount']),
    textOf(body['api_ref']),
    textOf(body['phone_number']),
  ];
  if (authorization !== `Bearer ${keys.secretKey}`)
    return problem(401, 'not_authenticated', 'Wrong secret key.');
  if (amount === null || apiRef === null) return problem(400, 'required', 'amount and api_ref are required.');
  if (phone === null || !/^254[17]\d{8}$/.test(phone)) return problem(400, 'invalid', 'Wrong phone_number.');
  const invoice = store.add({ kind: 'prompt', apiRef, amount, currency: 'KES', phone, redirectUrl: null });
  return { status: 200, body: { ...metaOf(invoice), invoice: invoiceBody(invoice), refundable: false } };
}

function readStatus({ store, keys }: ApiContext, { body }: ApiRequest): ApiResponse {
  if (body['public_key'] !== keys.publicKey) return problem(401, 'not_authenticated', 'Wrong public key.');
  const invoice = findByReference(store, body);
  return invoice === undefined
    ? problem(404, 'not_found', 'There is no such invoice.')
    : { status: 200, body: { invoice: invoiceBody(invoice), meta: metaOf(invoice) } };
}

const PAGE_SIZE = 20;
const naturalOf = (value: unknown): number | null =>
  /^[1-9]\d{0,6}$/.test(String(value)) ? Number(value) : null;

interface Listing<Row> {
  path: string;
  read(skip: number, limit: number): { rows: readonly Row[]; count: number };
  view(row: Row): object;
}

/** Returns a page of a list, newest first, in the format of every list of the API. */
function listOf<Row>(
  { keys, pageUrl }: ApiContext,
  { body, authorization }: ApiRequest,
  { path, read, view }: Listing<Row>,
): ApiResponse {
  const page = naturalOf(body['page'] ?? '1');
  if (authorization !== `Bearer ${keys.secretKey}`)
    return problem(401, 'not_authenticated', 'Wrong secret key.');
  const { rows, count } = read(((page ?? 1) - 1) * PAGE_SIZE, PAGE_SIZE);
  if (page === null || (page > 1 && rows.length === 0)) return problem(404, 'not_found', 'Invalid page.');
  const addressOf = (number: number) => `${pageUrl()}/api/v1/${path}/?page=${number}`;
  return {
    status: 200,
    body: {
      count,
      next: page * PAGE_SIZE < count ? addressOf(page + 1) : null,
      previous: page > 1 ? addressOf(page - 1) : null,
      results: rows.map(view),
    },
  };
}

const listInvoices = (context: ApiContext, request: ApiRequest) =>
  listOf(context, request, {
    path: 'invoices',
    view: invoiceBody,
    read(skip, limit) {
      const { invoices, count } = context.store.page(textOf(request.body['state']), skip, limit);
      return { rows: invoices, count };
    },
  });

const chargebackBody = (chargeback: Chargeback) => ({
  id: chargeback.id,
  transaction: chargeback.id,
  invoice: chargeback.invoiceId,
  amount: chargeback.amount,
  reason: chargeback.reason,
  reason_details: chargeback.reasonDetails,
  status: chargeback.status,
  resolution: '',
  staff_created: chargeback.staffCreated,
  created_at: chargeback.createdAt,
  updated_at: chargeback.createdAt,
});

const listChargebacks = (context: ApiContext, request: ApiRequest) =>
  listOf(context, request, {
    path: 'chargebacks',
    view: chargebackBody,
    read(skip, limit) {
      const { found, count } = context.store.chargebacks(skip, limit);
      return { rows: found, count };
    },
  });

function findByReference(store: InvoiceStore, body: Record<string, unknown>): Invoice | undefined {
  const [invoiceId, checkoutId] = [textOf(body['invoice_id']), textOf(body['checkout_id'])];
  if (invoiceId !== null) return store.findInvoice(invoiceId);
  const checkout = checkoutId === null ? undefined : store.find(checkoutId);
  return checkout?.signature === body['signature'] ? checkout : undefined;
}

const routes: Record<string, (context: ApiContext, request: ApiRequest) => ApiResponse> = {
  'POST /api/v1/checkout/': startCheckout,
  'POST /api/v1/payment/status/': readStatus,
  'POST /api/v1/payment/mpesa-stk-push/': requestPrompt,
  'GET /api/v1/invoices/': listInvoices,
  'GET /api/v1/chargebacks/': listChargebacks,
};

/** Handles a request to the API. Returns `undefined` for an unknown path. */
export const respondToApi = (context: ApiContext, request: ApiRequest): ApiResponse | undefined =>
  routes[`${request.method} ${request.path}`]?.(context, request);
