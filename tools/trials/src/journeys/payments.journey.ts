import { expect, test, type Page } from '@playwright/test';
import { giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { accessible, loseFirstReply, picture, rest, signIn, watchConsole, web } from './screens.ts';

async function openBilling(page: Page, learner: Learner) {
  await giveDeck(learner, 1);
  await signIn(page, learner.token);
  await page.goto(`${web()}/mydecks`);
  await page.getByRole('button', { name: 'Upgrade (KES 100)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Billing' });
  await expect(dialog.getByText('Inactive', { exact: true })).toBeVisible();
  return dialog;
}

/** Opens the provider's page and returns by one of its buttons. */
async function payBy(page: Page, learner: Learner, button: string) {
  const dialog = await openBilling(page, learner);
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/checkout\//);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page).toHaveURL(/\/billing\/return/, { timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Verification' })).toBeVisible();
}

const statusOf = async (learner: Learner) =>
  (await learner.call<{ subscription_status: string }>('GET', '/billing/status')).body.subscription_status;

test('a learner subscribes on the payment page, sees the plan and prints the receipt', async ({ page }) => {
  const errors = watchConsole(page);
  const learner = await newLearner(rest(), 'achieng');
  const dialog = await openBilling(page, learner);
  await expect(dialog.getByText('Monthly — KES 100')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Verify' })).toBeDisabled();
  await accessible(page, 'billing-inactive');
  await picture(page, 'billing-inactive', false);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await payBy(page, learner, 'Pay');
  await expect(page.getByText('Your plan is active')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await accessible(page, 'return-complete');
  await expect(page).toHaveURL(/\/mydecks$/, { timeout: 8_000 });
  await expect(page.getByRole('button', { name: /^Upgrade/ })).toBeHidden();
  await expect(page.getByText(/^Free left/)).toBeHidden();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Billing' }).click();
  await expect(dialog.getByText(/^Active until/)).toBeVisible();
  await accessible(page, 'billing-active');
  await picture(page, 'billing-active', false);
  await dialog.getByRole('link', { name: 'Payments and receipts' }).click();
  await expect(page.getByText('Confirmed, plan active')).toBeVisible();
  await accessible(page, 'payments');
  await picture(page, 'payments');
  await page.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await accessible(page, 'receipt');
  await picture(page, 'receipt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await picture(page, 'receipt-printed');
  expect(errors).toEqual([]);
});

test('a failed or cancelled payment shows its reason and leads back to billing', async ({ page }) => {
  const learner = await newLearner(rest(), 'mutua');
  await payBy(page, learner, 'Cancel');
  await expect(page.getByRole('heading', { name: 'The payment was cancelled' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText(/^Send a new payment request when you are ready/)).toBeVisible();
  await accessible(page, 'return-error');
  await picture(page, 'return-error');
  await page.getByRole('button', { name: 'Open billing' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Billing' }).getByText('Inactive', { exact: true }),
  ).toBeVisible();
  await payBy(page, learner, 'Fail');
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible({
    timeout: 20_000,
  });
  expect(await statusOf(learner)).not.toBe('active');
});

test('the return page waits for a slow payment', async ({ page }) => {
  const learner = await newLearner(rest(), 'cherono');
  await payBy(page, learner, 'Slow');
  await expect(page.getByText('Payment verification in progress, checking status...')).toBeVisible({
    timeout: 15_000,
  });
  await picture(page, 'return-polling');
  await expect(page.getByText('Your plan is active')).toBeVisible({ timeout: 60_000 });
  expect(await statusOf(learner)).toBe('active');
});

test('a payment of another amount does not activate the plan', async ({ page }) => {
  const learner = await newLearner(rest(), 'odhiambo');
  await payBy(page, learner, 'Pay a different amount');
  await expect(page.getByRole('heading', { name: 'The amount paid was wrong' })).toBeVisible({
    timeout: 20_000,
  });
  expect(await statusOf(learner)).not.toBe('active');
});

test('a lost response of a checkout starts no second payment, and nothing is paid twice', async ({
  page,
}) => {
  const learner = await newLearner(rest(), 'wambui');
  await loseFirstReply(page, 'StartCheckout');
  const dialog = await openBilling(page, learner);
  const subscribe = dialog.getByRole('button', { name: 'Subscribe' });
  await subscribe.click();
  await expect(dialog.getByText('Could not start checkout. Please try again.')).toBeVisible();
  await subscribe.click();
  await expect(page).toHaveURL(/\/checkout\//);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your plan is active')).toBeVisible({ timeout: 20_000 });
  await page.goto(`${web()}/billing/payments`);
  await expect(page.getByText('Confirmed, plan active')).toHaveCount(1);
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(0);
});

test('paying a page twice gives two months, each with its receipt', async ({ page }) => {
  const learner = await newLearner(rest(), 'kiptoo');
  await payBy(page, learner, 'Pay twice');
  await expect(page.getByText('Your plan is active')).toBeVisible({ timeout: 20_000 });
  await expect(async () => {
    await page.goto(`${web()}/billing/payments`);
    await expect(page.getByRole('link', { name: /^Receipt/ })).toHaveCount(2, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await accessible(page, 'paid-twice');
  await picture(page, 'paid-twice');
});
