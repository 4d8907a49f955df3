import { expect, test, type Page, type Route } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { accessible, adminKey, picture, rest, signIn, web } from './screens.ts';

async function openAdmin(page: Page) {
  const learner = await newLearner(rest(), 'imara');
  await signIn(page, learner.token);
  await page.goto(`${web()}/admin`);
  await expect(page.getByRole('alert')).toHaveText('Admin calls will fail');
  return learner;
}

async function giveKey(page: Page) {
  await page.getByLabel('Admin key', { exact: true }).fill(adminKey());
  await page.getByRole('button', { name: 'Use this key' }).click();
}

/** Checks that the narrow table shows at both edges whether there are further columns. */
async function hintsFollowTheColumns(page: Page) {
  await page.setViewportSize({ width: 390, height: 900 });
  const area = page.getByRole('region', { name: 'Users', exact: true });
  const row = area.getByRole('row').nth(1);
  await row.scrollIntoViewIfNeeded();
  const edges = async () => {
    const [place, at] = [await area.boundingBox(), await row.boundingBox()];
    if (!place || !at) throw new Error('The table or its first row is not shown.');
    const { x, width } = place;
    // The space above the text of a row.
    const edge = (left: number) => page.screenshot({ clip: { x: left, y: at.y + 3, width: 10, height: 4 } });
    return { left: await edge(x + 1), right: await edge(x + width - 11) };
  };
  const before = await edges();
  await area.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  const after = await edges();
  expect(before.right.equals(after.right), 'the right edge shows that there are more columns').toBe(false);
  expect(before.left.equals(after.left), 'the left edge shows that there are more columns').toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('the admin key opens the overview, the users, the audit log and the events in one tab', async ({
  page,
}) => {
  const learner = await openAdmin(page);
  await accessible(page, 'admin-key');
  await picture(page, 'admin-key');
  await page.getByLabel('Admin key', { exact: true }).fill('a key that nobody has');
  await page.getByRole('button', { name: 'Use this key' }).click();
  await expect(page.getByText(/^Wrong key\./)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBe(learner.token);
  await giveKey(page);
  await expect(page.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Total', exact: true })).toContainText(/[1-9]/);
  await expect(page.getByRole('img', { name: /^New users/ })).toBeVisible();
  await accessible(page, 'admin-overview');
  await picture(page, 'admin-overview');

  await page.getByRole('tab', { name: 'Users', exact: true }).click();
  await page.getByLabel('Search (email or username)').fill(learner.username);
  // The heading and the only result; the list before the search has more rows.
  await expect(page.getByRole('region', { name: 'Users', exact: true }).getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('cell', { name: learner.email })).toBeVisible();
  await hintsFollowTheColumns(page);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Selected TURBO' }).press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('group', { name: '1 selected' }),
    'the focus was lost with the dialog',
  ).toBeFocused();
  await accessible(page, 'admin-users');
  await picture(page, 'admin-users');
  await page.getByRole('link', { name: learner.username }).click();
  await expect(page.getByRole('region', { name: 'Account', exact: true })).toContainText(learner.email);
  await expect(page.getByText(/the admin key is not enough/)).toBeVisible();
  await expect(page.getByText('No calls')).toBeVisible();
  await accessible(page, 'admin-user');
  await picture(page, 'admin-user');

  await page.getByRole('tab', { name: 'Audit log' }).click();
  await expect(page.getByRole('cell', { name: 'adminUsers' })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show reads' }).click();
  await expect(page.getByRole('cell', { name: 'adminUsers' }).first()).toBeVisible();
  await expect(page).toHaveURL(/reads=shown/);
  await accessible(page, 'admin-audit');
  await picture(page, 'admin-audit');

  await page.getByRole('tab', { name: 'Events', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Payments billing', exact: true })).toBeVisible();
  await accessible(page, 'admin-events');
  await picture(page, 'admin-events');

  await page.getByRole('tab', { name: 'Create Demo Users' }).click();
  await expect(page.getByRole('textbox', { name: 'Count' })).toHaveValue('10');
  await accessible(page, 'admin-demo');
  await picture(page, 'admin-demo');
  await page.getByRole('tab', { name: 'Users', exact: true }).click();
  await page.getByLabel('Search (email or username)').fill(learner.username);
  await expect(page.getByRole('row', { name: learner.email })).toContainText('Yes');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    const row = page.getByRole('row', { name: learner.email });
    await expect(row, 'an active user was last seen: Never').not.toContainText('Never', { timeout: 500 });
  }).toPass({ timeout: 45_000 });
});

const manyUsers = Array.from({ length: 1_000 }, (_, index) => ({
  __typename: 'AdminUser',
  id: String(index + 1),
  username: `class9-${index}`,
  email: `class9-${index}@demo.example`,
  isDemo: true,
  emailVerified: true,
  lastSeen: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  demoExpiresAt: null,
}));

/** Responds with a thousand users, because those of the product are too few to freeze a page. */
async function respondWithMany(route: Route) {
  const { operationName } = route.request().postDataJSON();
  if (operationName !== 'AdminUsers') return route.fallback();
  const adminUsers = { __typename: 'AdminUserList', total: 1_000, items: manyUsers };
  await route.fulfill({ json: { data: { adminUsers } } });
}

test('a page of a thousand users can be scrolled and selected without freezing', async ({ page }) => {
  await page.route('**/graphql', respondWithMany);
  await openAdmin(page);
  await giveKey(page);
  await page.getByRole('tab', { name: 'Users', exact: true }).click();
  await page.getByLabel('Per page').selectOption('1000');
  await expect(page.getByRole('row')).toHaveCount(1_001);
  const busyMs = await page.evaluate(async () => {
    const boxes = document.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
    const began = performance.now();
    boxes[1]?.click();
    boxes[0]?.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - began;
  });
  console.log(`1,000 users: ${Math.round(busyMs)} ms from a click on all to the next frame`);
  await expect(page.getByText('1000 selected')).toBeVisible();
  expect(busyMs).toBeLessThan(3 * 1_000);
});
