import { escapeHtml } from '@kumbuka/text';
import { BASE_STYLE, pageOf, refreshAfter } from '../local-pages.ts';
import type { Invoice, InvoiceState } from './store.ts';
import { actions, canDo, type Action } from './payment-processor.ts';

export const STYLE = `${BASE_STYLE}
main { display: grid; gap: 16px; }
.narrow { max-width: 520px; }
.lead, dt, time, .empty { color: var(--secondary); }
.card { padding: 20px; background: var(--paper); border-radius: 12px; }
.amount { margin: 0 0 4px; font-size: 32px; font-weight: 700; line-height: 1.2; }
.buttons { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 8px; margin-top: 16px; }
.primary { grid-column: 1 / -1; padding: 12px 16px; border-color: var(--primary); background: var(--primary); font-weight: 600; }
.primary:hover { background: #5a6aff; }
.row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 16px; }
.row p { margin: 0; overflow-wrap: anywhere; }
.state { justify-self: end; padding: 2px 10px; border-radius: 999px; background: var(--raised); font-size: 13px; font-weight: 600; }
.COMPLETE { color: #7ee2a8; } .FAILED { color: #ff9d9d; } .PENDING, .PROCESSING { color: #ffd479; }
.empty { padding: 48px 16px; text-align: center; }`;

const labels: Record<Action, string> = {
  pay: 'Pay',
  fail: 'Fail',
  cancel: 'Cancel',
  'wrong-pin': 'Wrong PIN',
  'low-balance': 'Low balance',
  'time-out': 'No answer',
  slow: 'Slow',
  different: 'Pay a different amount',
  duplicate: 'Duplicate webhook',
  twice: 'Pay twice',
  again: 'Pay once more',
  refund: 'Refund',
  chargeback: 'Chargeback',
};

const words: Record<InvoiceState, string> = {
  PENDING: 'Waiting',
  PROCESSING: 'Being processed',
  COMPLETE: 'Paid',
  FAILED: 'Failed',
};

const money = ({ currency, value }: Invoice) => `${currency} ${value}`;

function buttons(address: string, invoice: Invoice): string {
  const each = actions
    .filter((action) => canDo(invoice, action))
    .map(
      (action) =>
        `<button name="action" value="${action}"${action === 'pay' ? ' class="primary"' : ''}>${labels[action]}</button>`,
    );
  return `<form method="post" action="${escapeHtml(address)}" class="buttons">${each.join('')}</form>`;
}

const state = (invoice: Invoice) => `<span class="state ${invoice.state}">${words[invoice.state]}</span>`;

/** Page of all payments, newest first; with the buttons that confirm prompts in place of a phone. */
export function listPage(invoices: Invoice[]): string {
  const list =
    invoices.length === 0
      ? '<p class="card empty">No payment yet. It appears here when it begins.</p>'
      : invoices.map(row).join('');
  return pageOf(
    'Payments',
    `<header><h1>Payments</h1></header><main><p class="lead">A stand-in for IntaSend: no money moves.</p>${list}</main>`,
    refreshAfter(5),
  );
}

function row(invoice: Invoice): string {
  const isPrompt = invoice.kind === 'prompt';
  const what = isPrompt
    ? `Prompt on ${escapeHtml(invoice.phone ?? 'a phone')}`
    : `<a href="/checkout/${invoice.id}">Checkout</a>`;
  const summary = `<p><strong>${escapeHtml(money(invoice))}</strong> · ${what}</p>${state(invoice)}<p class="lead">${escapeHtml(invoice.apiRef)}</p><p class="lead">Invoice ${escapeHtml(invoice.invoiceId)}</p>`;
  const buttonsHtml =
    isPrompt && invoice.state !== 'COMPLETE' ? buttons(`/prompts/${invoice.id}`, invoice) : '';
  return `<section class="card"><div class="row">${summary}</div>${buttonsHtml}</section>`;
}

/** Page on which a learner pays. */
export function checkoutPage(invoice: Invoice): string {
  const back = invoice.state === 'COMPLETE' || invoice.state === 'PROCESSING' ? backLink(invoice) : '';
  const pay = invoice.state === 'PROCESSING' ? '' : buttons(`/checkout/${invoice.id}`, invoice);
  return pageOf(
    'Checkout',
    `<header class="narrow"><h1>Checkout</h1>${state(invoice)}</header><main class="narrow"><section class="card"><p class="amount">${escapeHtml(money(invoice))}</p><p class="lead">${escapeHtml(invoice.apiRef)}</p>${back}${pay}</section><p class="lead">A stand-in for IntaSend: no money moves. Slow is paid after some seconds.</p></main>`,
  );
}

/** Page after a button was pressed. It redirects to the shop. */
export function donePage(invoice: Invoice): string {
  const back = returnAddress(invoice);
  const refresh = back === null ? '' : `<meta http-equiv="refresh" content="2;url=${escapeHtml(back)}">`;
  return pageOf(
    words[invoice.state],
    `<header class="narrow"><h1>${words[invoice.state]}</h1></header><main class="narrow"><section class="card"><p class="amount">${escapeHtml(money(invoice))}</p><p class="lead">Invoice ${escapeHtml(invoice.invoiceId)}</p>${backLink(invoice)}</section></main>`,
    refresh,
  );
}

function backLink(invoice: Invoice): string {
  const back = returnAddress(invoice);
  return back === null ? '' : `<p><a href="${escapeHtml(back)}">Back to the shop</a></p>`;
}

/** Returns the shop's address with the parameters that IntaSend adds. */
function returnAddress({ redirectUrl, id, invoiceId, signature }: Invoice): string | null {
  const url = redirectUrl === null ? null : URL.parse(redirectUrl);
  if (url === null) return null;
  for (const [name, value] of Object.entries({ tracking_id: invoiceId, checkout_id: id, signature }))
    url.searchParams.set(name, value);
  return url.href;
}

export const wordPage = (word: string): string =>
  pageOf(word, `<header><h1>${escapeHtml(word)}</h1><a href="/">All payments</a></header>`);
