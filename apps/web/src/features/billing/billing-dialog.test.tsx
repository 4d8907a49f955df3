import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import type { AuthApi } from '../../shared/auth/auth-api.ts';
import type { BillingReason } from '../../shared/plan/open-billing.ts';
import { fill } from '../../test/fill.ts';
import { passTime } from '../../test/pass-time.ts';
import {
  anAuthApi,
  asha,
  refusal,
  renderScreen,
  someStats,
  type Responses,
} from '../../test/render-screen.tsx';
import { BillingDialog } from './billing-dialog.tsx';
import { keepCheckoutId, readCheckoutId } from './checkout-id.ts';

const soon = new Date(Date.now() + 20 * 86_400_000).toISOString();
const aPayment = (changes: object = {}) => ({
  __typename: 'Payment',
  id: 'p-1',
  apiRef: 'ref-1',
  amountCents: 10_000,
  currency: 'KES',
  method: 'STK',
  state: 'SENT',
  failureReason: null,
  createdAt: '2026-11-22T08:00:00Z',
  openUntil: null,
  ...changes,
});

interface Shown {
  subscription?: object;
  payments?: object[];
  remaining?: number;
}
/** Response with the data of billing and ai. */
function status({ subscription = {}, payments = [], remaining = 3 }: Shown = {}) {
  return {
    viewer: {
      __typename: 'User',
      id: '7',
      subscription: {
        __typename: 'LearnerSubscription',
        status: 'INACTIVE',
        currentPeriodEnd: null,
        monthUsed: 5 - remaining,
        monthFreeLimit: 5,
        monthRemaining: remaining,
        unlimited: false,
        pendingPayment: null,
        openPrompts: [],
        payments: { __typename: 'PaymentPage', items: payments },
        ...subscription,
      },
      aiQuota: {
        __typename: 'AiQuota',
        used: 5 - remaining,
        limit: 5,
        remaining,
        unlimited: false,
        resetsAt: '2026-11-30T21:00:00Z',
      },
    },
  };
}
const verification = (as: string) => ({
  verifyPayment: {
    __typename: 'PaymentVerification',
    status: as,
    subscription: status().viewer.subscription,
  },
});
const active = () => status({ subscription: { status: 'ACTIVE', currentPeriodEnd: soon, unlimited: true } });
/** A payment request that was sent to a phone. */
const aPrompt = (ageMs = 0, changes: object = {}) => {
  const sentAt = Date.now() - ageMs;
  const [createdAt, openUntil] = [sentAt, sentAt + 5 * 60_000].map((ms) => new Date(ms).toISOString());
  return aPayment({ createdAt, openUntil, ...changes });
};
const waiting = (payment = aPrompt()) =>
  status({ subscription: { pendingPayment: payment, openPrompts: [payment] }, payments: [payment] });

function SignedIn({ reason, onClose }: { reason: BillingReason; onClose: () => void }) {
  const { user } = useAuth();
  return user ? <BillingDialog reason={reason} onClose={onClose} /> : <></>;
}

interface Opened {
  api?: AuthApi;
  responses?: Responses;
  reason?: BillingReason;
  onClose?: () => void;
}
async function open({
  api = anAuthApi(),
  responses = {},
  reason = 'asked',
  onClose = () => {},
}: Opened = {}) {
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedIn reason={reason} onClose={onClose} />,
    api,
    responses: { BillingStatus: () => status(), CurrentPlan: () => status(), ...responses },
  });
  await screen.findByRole('dialog', { name: 'Billing' });
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('the billing dialog shows plan, status and the prompts of this month', async () => {
  await open();
  expect(await screen.findByText('Inactive')).toBeTruthy();
  expect(screen.getByText('Monthly — KES 100')).toBeTruthy();
  expect(screen.getByText('2/5')).toBeTruthy();
  expect(screen.getByText(/^3 remaining\. The count resets on/)).toBeTruthy();
});

it('an active plan has an end and no meter', async () => {
  await open({ responses: { BillingStatus: active } });
  expect(await screen.findByText('Active')).toBeTruthy();
  expect(screen.getByText(/^Active until/).textContent).toMatch(
    /^Active until \d{1,2} \w+( \d{4})? at \d\d:\d\d$/,
  );
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
});

it('an expired plan is inactive although its end exists', async () => {
  const expired = () => status({ subscription: { currentPeriodEnd: '2026-01-01T00:00:00Z' } });
  await open({ responses: { BillingStatus: expired } });
  expect(await screen.findByText('Inactive')).toBeTruthy();
});

it('the billing dialog says that it does not know the plan instead of calling it inactive', async () => {
  let fails = true;
  await open({ responses: { BillingStatus: () => (fails ? refusal('UNAVAILABLE', 'Down') : status()) } });
  expect(await screen.findByText(/^Your plan cannot be shown/)).toBeTruthy();
  expect(screen.queryByText('Inactive')).toBeNull();
  fails = false;
  await userEvent.click(button('Try again'));
  expect(await screen.findByText('Inactive')).toBeTruthy();
});

it.each<[string, Opened]>([
  ['when it was opened by the paywall', { reason: 'paywall' }],
  ['when no prompt is left', { responses: { BillingStatus: () => status({ remaining: 0 }) } }],
])('the billing dialog warns %s', async (_when, opened) => {
  await open(opened);
  expect(
    await screen.findByText('Free quota exhausted. Please upgrade to continue generating cards.'),
  ).toBeTruthy();
});

it('the billing dialog leaves for the checkout and keeps its id', async () => {
  const redirects: unknown[] = [];
  const startCheckout = ({ input }: { input: { redirectUrl: string } }) => {
    redirects.push(input.redirectUrl);
    const payment = aPayment({ method: 'PAGE' });
    return {
      startCheckout: {
        __typename: 'Checkout',
        checkoutUrl: `${window.location.origin}/#pay-here`,
        apiRef: 'ref-1',
        payment,
      },
    };
  };
  await open({ responses: { StartCheckout: startCheckout } });
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await waitFor(() => expect(window.location.hash).toBe('#pay-here'));
  expect(redirects).toEqual([`${window.location.origin}/billing/return`]);
  expect(readCheckoutId('7')).toBe('ref-1');
});

it.each([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'gives no address of the web',
    () => ({
      startCheckout: {
        __typename: 'Checkout',
        checkoutUrl: 'javascript:0',
        apiRef: 'r',
        payment: aPayment(),
      },
    }),
  ],
])('the billing dialog shows an error when the checkout %s', async (_how, startCheckout) => {
  await open({ responses: { StartCheckout: startCheckout } });
  await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Could not start checkout. Please try again.');
});

it('the billing dialog scrolls to the error of a failed checkout', async () => {
  const scrolled: unknown[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
    return Promise.resolve(); // As in newer browsers: the next attempt broke the page.
  });
  await open({ responses: { StartCheckout: () => Promise.reject(new TypeError('Failed to fetch')) } });
  for (const attempt of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe' }));
    await waitFor(() => expect(scrolled).toHaveLength(attempt));
    expect(scrolled.at(-1)).toBe(screen.getByRole('alert'));
  }
});

it('the billing dialog scrolls to the error of a checkout that follows a failed prompt', async () => {
  const shown: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent);
  });
  let sent = false;
  await open({
    responses: {
      BillingStatus: () => status({ payments: sent ? [aPayment({ state: 'FAILED' })] : [] }),
      RequestStkPush: () => {
        sent = true;
        return { requestStkPush: aPayment() };
      },
      StartCheckout: () => Promise.reject(new TypeError('Failed to fetch')),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay with M-Pesa on your phone' }));
  fill('M-Pesa phone number', '0712 345 678');
  await userEvent.click(button('Pay KES 100 with M-Pesa'));
  await screen.findByText(/Nothing was activated\.$/);
  await userEvent.click(button('Subscribe'));
  await screen.findByText('Could not start checkout. Please try again.');
  expect(shown.at(-1)).toBe('Could not start checkout. Please try again.');
});

const nairobi = { ...someStats, timezone: 'Africa/Nairobi' };

it('the billing dialog offers M-Pesa first to a learner in Kenya (D11)', async () => {
  const sent = vi.fn(() => ({ requestStkPush: aPayment() }));
  await open({
    api: anAuthApi({ viewer: async () => ({ ...asha, stats: nairobi }) }),
    responses: { RequestStkPush: sent },
  });
  fill('M-Pesa phone number', '0712 345 678');
  expect(button('Pay KES 100 with M-Pesa').className).toContain('contained');
  expect(button('Subscribe').className).toContain('outlined');
  expect(document.activeElement?.tagName).not.toBe('INPUT');
  await userEvent.click(button('Pay KES 100 with M-Pesa'));
  expect(sent).toHaveBeenCalled();
});

it('the field and the button to verify are shown without unfolding', async () => {
  await open();
  expect((await screen.findByLabelText('invoice_id or checkout_id')).closest('details')).toBeNull();
  expect(button('Verify')).toBeTruthy();
});

it('the billing dialog verifies what is typed, trimmed, as invoice and as checkout id', async () => {
  const inputs: unknown[] = [];
  const verify = ({ input }: { input: unknown }) => {
    inputs.push(input);
    return verification('FAILED');
  };
  await open({ responses: { VerifyPayment: verify } });
  const field = await screen.findByLabelText('invoice_id or checkout_id');
  expect(button('Verify').disabled).toBe(true);
  fill('invoice_id or checkout_id', '   ');
  expect(button('Verify').disabled).toBe(true);
  fill('invoice_id or checkout_id', ' INV-9 ');
  await userEvent.type(field, '{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Verification failed. Check the ID and try again.',
  );
  expect(inputs).toEqual([{ invoiceId: 'INV-9', checkoutId: 'INV-9' }]);
});

it('the billing dialog shows an active plan after a verified payment and forgets the checkout', async () => {
  keepCheckoutId('7', 'ref-1');
  let paid = false;
  await open({
    responses: {
      BillingStatus: () => (paid ? active() : status()),
      VerifyPayment: () => {
        paid = true;
        return verification('ACTIVATED');
      },
    },
  });
  expect((await screen.findByLabelText<HTMLInputElement>('invoice_id or checkout_id')).value).toBe('ref-1');
  await userEvent.click(button('Verify'));
  expect(await screen.findByText('Active')).toBeTruthy();
  const shown = within(screen.getByRole('dialog')).getByText('Your plan is active.');
  expect(shown.getAttribute('role')).toBe('status');
  await waitFor(() => expect(readCheckoutId('7')).toBeNull());
});

it('the billing dialog waits for an M-Pesa prompt for 30 s, then has its id in the field', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const phones: string[] = [];
  let polls = 0;
  await open({
    responses: {
      BillingStatus: () => {
        polls += 1;
        return phones.length > 0 ? waiting() : status();
      },
      RequestStkPush: ({ input }: { input: { phone: string } }) => {
        phones.push(input.phone);
        return { requestStkPush: aPayment() };
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay with M-Pesa on your phone' }));
  await userEvent.click(button('Pay KES 100 with M-Pesa'));
  expect(phones).toEqual([]);
  const number = screen.getByLabelText('M-Pesa phone number');
  expect(document.activeElement).toBe(number);
  expect(number.getAttribute('aria-invalid')).toBe('true');
  fill('M-Pesa phone number', '\u202a+254 (0)712 345 678\u202c');
  await userEvent.click(button('Pay KES 100 with M-Pesa'));
  expect(await screen.findByText('Enter your M-Pesa PIN on your phone')).toBeTruthy();
  expect(phones).toEqual(['\u202a+254 (0)712 345 678\u202c']);
  const before = polls;
  await passTime(30_000);
  await waitFor(() => expect(screen.queryByText('Enter your M-Pesa PIN on your phone')).toBeNull());
  expect(polls - before).toBe(6);
  expect(screen.getByLabelText<HTMLInputElement>('invoice_id or checkout_id').value).toBe('ref-1');
  await passTime(60_000);
  expect(polls - before).toBe(6);
});

const noted = () => screen.queryAllByText(/^The payment request sent at .* can be paid on the phone until/);

it('the note about an open request stays until it ends, whichever payment came last', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const prompts = [aPrompt(), aPrompt(4 * 60_000, { id: 'p-0' })];
  const page = aPayment({ id: 'p-2', method: 'PAGE' });
  const subscription = { pendingPayment: page, openPrompts: prompts };
  await open({ responses: { BillingStatus: () => status({ subscription, payments: [page, ...prompts] }) } });
  expect(await screen.findByText('Enter your M-Pesa PIN on your phone')).toBeTruthy();
  expect(noted()).toHaveLength(1);
  await passTime(40_000);
  await waitFor(() => expect(noted()).toHaveLength(2));
  await passTime(30_000);
  await waitFor(() => expect(noted()).toHaveLength(1));
  await passTime(4 * 60_000);
  await waitFor(() => expect(noted()).toHaveLength(0));
});

it('while a PIN is awaited no other control is filled, and the open payment can be verified (D12)', async () => {
  await open({
    api: anAuthApi({ viewer: async () => ({ ...asha, stats: nairobi }) }),
    responses: { BillingStatus: () => waiting() },
  });
  await screen.findByText('Enter your M-Pesa PIN on your phone');
  await userEvent.click(button('Send another payment request'));
  const filled = screen.getAllByRole('button').filter(({ className }) => /contained|soft/i.test(className));
  expect(filled).toEqual([]);
  for (const name of ['Subscribe', 'Verify', 'Pay KES 100 with M-Pesa'])
    expect(button(name).className).toContain('outlined');
  expect(screen.getByLabelText<HTMLInputElement>('invoice_id or checkout_id').value).toBe('ref-1');
});

it.each<[string, () => unknown, boolean]>([
  ['the provider did not answer in time', () => refusal('PROVIDER_TIMEOUT', 'No answer in time.'), true],
  ['the response was lost', () => Promise.reject(new TypeError('Failed to fetch')), false],
])(
  'after %s the learner reads that the phone may ring, and from when a new request is possible',
  async (_how, fails, isRecorded) => {
    let asked = false;
    const prompt = aPrompt();
    await open({
      responses: {
        BillingStatus: () => {
          if (!asked) return status();
          return isRecorded ? waiting(prompt) : Promise.reject(new TypeError('Failed to fetch'));
        },
        RequestStkPush: () => {
          asked = true;
          return fails();
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with M-Pesa on your phone' }));
    fill('M-Pesa phone number', '0712 345 678');
    await userEvent.click(button('Pay KES 100 with M-Pesa'));
    const notice = await screen.findByText(/Your phone may already show it/);
    expect(notice.textContent).toMatch(/this number can get a new one from \d\d:\d\d\.$/);
    expect(notice.textContent).not.toContain('try again');
  },
);

it('a wrong number marks its field with what the server says, and keeps what was typed (D12)', async () => {
  const sentence = 'This number has too few digits. Enter a Kenyan mobile number, such as 0712 345 678.';
  await open({
    responses: { BillingStatus: () => status(), RequestStkPush: () => refusal('VALIDATION', sentence) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay with M-Pesa on your phone' }));
  fill('M-Pesa phone number', '071234567');
  await userEvent.click(button('Pay KES 100 with M-Pesa'));
  expect(await screen.findByText(sentence)).toBeTruthy();
  const number = screen.getByLabelText<HTMLInputElement>('M-Pesa phone number');
  expect([number.value, number.getAttribute('aria-invalid')]).toEqual(['071234567', 'true']);
  expect(document.activeElement).toBe(number);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the billing dialog shows why a prompt was not paid', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let sent = false;
  let declined = false;
  const failed = aPayment({ state: 'FAILED', failureReason: 'cancelled' });
  await open({
    responses: {
      BillingStatus: () => {
        if (declined) return status({ payments: [failed] });
        return sent ? waiting() : status();
      },
      RequestStkPush: () => {
        sent = true;
        return { requestStkPush: aPayment() };
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Pay with M-Pesa on your phone' }));
  fill('M-Pesa phone number', '+254712345678');
  await userEvent.click(button('Pay KES 100 with M-Pesa'));
  await screen.findByText('Enter your M-Pesa PIN on your phone');
  declined = true;
  await passTime(5_000);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The payment was cancelled. Send a new payment request when you are ready, and enter your M-Pesa PIN. Nothing was activated.',
  );
});

it('the billing dialog requests the plan again when it closes', async () => {
  const loadPlan = vi.fn(() => status());
  const onClose = vi.fn();
  await open({ responses: { CurrentPlan: loadPlan }, onClose });
  await userEvent.click(button('Close'));
  expect(onClose).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(loadPlan).toHaveBeenCalledTimes(1));
});
