import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { passTime } from '../../test/pass-time.ts';
import { refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { paymentFailureReasons } from '@kumbuka/contracts/payment-failures';
import { failureAdvice, failureTitle } from './failure-titles.ts';
import { keepCheckoutId, readCheckoutId } from './checkout-id.ts';
import { ReturnPage } from './return-page.tsx';

function status(subscription: object = {}, payments: object[] = []) {
  return {
    viewer: {
      __typename: 'User',
      id: '7',
      subscription: {
        __typename: 'LearnerSubscription',
        status: 'INACTIVE',
        currentPeriodEnd: null,
        monthUsed: 0,
        monthFreeLimit: 5,
        monthRemaining: 5,
        unlimited: false,
        pendingPayment: null,
        openPrompts: [],
        payments: { __typename: 'PaymentPage', items: payments },
        ...subscription,
      },
      aiQuota: null,
    },
  };
}
const active = () => status({ status: 'ACTIVE', currentPeriodEnd: '2099-01-01T00:00:00Z' });
const verified =
  (as: string, payments: object[] = []) =>
  () => {
    const { subscription } = status({}, payments).viewer;
    return { verifyPayment: { __typename: 'PaymentVerification', status: as, subscription } };
  };

function SignedIn() {
  const { user } = useAuth();
  return user ? <ReturnPage /> : <></>;
}

async function comeBack(search: string, responses: Responses) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.setItem('authToken', 'tok');
  const shown = renderScreen({
    screen: <SignedIn />,
    path: '/billing/return',
    at: `/billing/return${search}`,
    responses,
  });
  await screen.findByRole('heading', { level: 1, name: 'Payment Verification' });
  return shown;
}

it('the return page verifies the ids of the address, clears it, and opens My Decks 4 s after the plan is active', async () => {
  const inputs: unknown[] = [];
  keepCheckoutId('7', 'stored');
  const { router } = await comeBack('?tracking_id=T1&api_ref=R1&invoiceId=I1', {
    VerifyPayment: ({ input }: { input: unknown }) => {
      inputs.push(input);
      return verified('ACTIVATED')();
    },
    BillingStatus: active,
  });
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await passTime(800);
  expect(await screen.findByText('Your plan is active')).toBeTruthy();
  expect(inputs).toContainEqual({ trackingId: 'T1', checkoutId: 'R1', invoiceId: 'I1' });
  expect(readCheckoutId('7')).toBeNull();
  expect(router.state.location.pathname).toBe('/billing/return');
  await passTime(4000);
  await waitFor(() => expect(router.state.location.pathname).toBe('/mydecks'));
});

it('the return page falls back to the checkout that this browser remembers', async () => {
  keepCheckoutId('7', 'stored');
  const inputs: unknown[] = [];
  await comeBack('', {
    VerifyPayment: ({ input }: { input: unknown }) => {
      inputs.push(input);
      return verified('PENDING')();
    },
    BillingStatus: () => status(),
  });
  await waitFor(() => expect(inputs).toContainEqual({ checkoutId: 'stored' }));
});

it('the return page continues with the status when the check hangs for 15 s', async () => {
  await comeBack('?checkout_id=R1', {
    VerifyPayment: () => new Promise(() => {}),
    BillingStatus: () => status(),
  });
  await passTime(15_000);
  expect(await screen.findByText('Payment verification in progress, checking status...')).toBeTruthy();
});

it('the return page says that the payment is still in progress after 20 attempts without a confirmation', async () => {
  let attempts = 0;
  await comeBack('?checkout_id=R1', {
    VerifyPayment: verified('PENDING'),
    BillingStatus: () => {
      attempts += 1;
      return status();
    },
  });
  for (let step = 0; step < 25; step++) await passTime(5_000);
  expect(attempts).toBe(20);
});

const failed = {
  __typename: 'Payment',
  id: 'p-1',
  apiRef: 'R1',
  amountCents: 10_000,
  currency: 'KES',
  method: 'PAGE',
  state: 'FAILED',
  failureReason: 'declined',
  createdAt: '2026-11-22T08:00:00Z',
  openUntil: null,
};

it('the return page finds the failed payment by the checkout in this browser when the address has the id of the provider', async () => {
  keepCheckoutId('7', 'R1');
  await comeBack('?checkout_id=of-the-provider&tracking_id=INV', {
    VerifyPayment: verified('FAILED', [{ ...failed, failureReason: 'cancelled' }]),
    BillingStatus: () => status(),
  });
  expect(await screen.findByText('The payment was cancelled')).toBeTruthy();
});

it('the return page names the reason of a payment that fails while the page waits, and what to do', async () => {
  const { router } = await comeBack('?checkout_id=R1', {
    VerifyPayment: verified('PENDING'),
    BillingStatus: () => status({}, [failed]),
  });
  await passTime(800);
  expect(await screen.findByText('The payment was declined')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Try again, or pay in another way.');
  expect(screen.getByText('What to do next')).toBeTruthy();
  await passTime(10_000);
  expect(router.state.location.pathname).toBe('/billing/return');
});

it('the return page does not say that an unknown payment was received', async () => {
  await comeBack('?checkout_id=foreign', {
    VerifyPayment: () => refusal('PAYMENT_NOT_FOUND', 'This payment does not exist.'),
    BillingStatus: () => status(),
  });
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('Payment sent, unknown');
  await passTime(1_000);
  expect(await screen.findByText('Not confirmed yet')).toBeTruthy();
  expect(screen.queryByText(/^Payment received/)).toBeNull();
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('Payment sent, unknown');
});

it('a subscriber is neither thanked for an unknown payment nor redirected', async () => {
  const { router } = await comeBack('?checkout_id=foreign', {
    VerifyPayment: () => refusal('PAYMENT_NOT_FOUND', 'This payment does not exist.'),
    BillingStatus: active,
  });
  await passTime(1_000);
  expect(await screen.findByText('This payment was not found')).toBeTruthy();
  expect(screen.queryByText(/Thank you/)).toBeNull();
  await passTime(10_000);
  expect(router.state.location.pathname).toBe('/billing/return');
});

it.each([
  ['declined', 'Payment sent, failed'],
  ['mismatch', 'Payment sent, done'],
])('the return page says whether a payment that failed by %s has cost money', async (failureReason, step) => {
  await comeBack('?checkout_id=R1', {
    VerifyPayment: verified('FAILED', [{ ...failed, failureReason }]),
    BillingStatus: () => status(),
  });
  await screen.findByText('What to do next');
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toContain(step);
});

it('every reason has a sentence of its own and its own advice', () => {
  for (const text of [failureTitle, failureAdvice])
    expect(new Set(paymentFailureReasons.map(text)).size).toBe(paymentFailureReasons.length);
});

it.each(paymentFailureReasons.filter((reason) => reason !== 'mismatch'))(
  'the return page names the cause of a payment that failed by %s and what to do about it',
  async (failureReason) => {
    await comeBack('?checkout_id=R1', {
      VerifyPayment: verified('FAILED', [{ ...failed, failureReason }]),
      BillingStatus: () => status(),
    });
    expect(await screen.findByRole('heading', { name: failureTitle(failureReason) })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain(failureAdvice(failureReason));
  },
);

it('the return page tells a learner who paid a wrong amount what to do', async () => {
  await comeBack('?checkout_id=R1', {
    VerifyPayment: verified('FAILED', [{ ...failed, failureReason: 'mismatch' }]),
    BillingStatus: () => status(),
  });
  expect(await screen.findByText(/your money is not lost. Contact support with the reference/)).toBeTruthy();
});

it('the return page shows the address of support to a learner who paid a wrong amount', async () => {
  const meta = Object.assign(document.createElement('meta'), {
    name: 'contact',
    content: 'habari@kumbuka.example',
  });
  document.head.append(meta);
  await comeBack('?checkout_id=R1', {
    VerifyPayment: verified('FAILED', [{ ...failed, failureReason: 'mismatch' }]),
    BillingStatus: () => status(),
  });
  expect((await screen.findByRole('link', { name: meta.content })).getAttribute('href')).toBe(
    'mailto:habari@kumbuka.example',
  );
  expect(failureAdvice('mismatch')).toBe(
    'Write to habari@kumbuka.example with the reference of the payment.',
  );
  meta.remove();
  expect(failureAdvice('mismatch')).toBe('Contact us with the reference of the payment.');
});

it('leaving the return page cancels every timer and request', async () => {
  let attempts = 0;
  const { router } = await comeBack('?checkout_id=R1', {
    VerifyPayment: verified('PENDING'),
    BillingStatus: () => {
      attempts += 1;
      return status();
    },
  });
  await passTime(800);
  await waitFor(() => expect(attempts).toBeGreaterThan(0));
  await router.navigate('/dashboard');
  await screen.findByText('elsewhere');
  const before = attempts;
  await passTime(20_000);
  expect(attempts).toBe(before);
});
