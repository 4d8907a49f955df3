import { expect, test, type Page } from '@playwright/test';
import { newLearner } from '../product/learner.ts';
import { readFileSync } from 'node:fs';
import { accessible, adminKey, picture, rest, signInAsOperator, web } from './screens.ts';

const admin = async <Body>(path: string, body?: object): Promise<Body> => {
  const response = await fetch(`${rest()}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-admin-key': adminKey(), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBe(200);
  return response.json();
};
interface Listed {
  total: number;
  items: { id: number; email: string; username: string }[];
}
const listed = (prefix: string) => admin<Listed>(`/admin/users/list?limit=1000&q=${prefix}`);

interface Counted {
  count_would_delete: number;
  related_records_deleted: Record<string, number>;
}
/** Counts of the users' data in all services. */
const dataCountsOf = (emails: string[]) => admin<Counted>('/admin/users/delete', { emails, dry_run: true });

interface DemoUser {
  username: string;
  email: string;
  password: string;
}
const csvRows = (text: string): DemoUser[] =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [username = '', email = '', password = ''] = line
        .split(',')
        .map((cell) => cell.replaceAll('"', ''));
      return { username, email, password };
    });

async function logIn({ email, password }: DemoUser): Promise<string> {
  const response = await fetch(`${rest()}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return (await response.json()).access_token;
}

/** Reads a learner's own decks, which marks the learner as online. */
async function decksOf(user: DemoUser): Promise<{ card_count: number }[]> {
  const authorization = `Bearer ${await logIn(user)}`;
  const response = await fetch(`${rest()}/decks?per_page=100`, { headers: { authorization } });
  return (await response.json()).items;
}

const numberIn = async (page: Page, name: string) => {
  const text = await page.getByRole('group', { name, exact: true }).textContent();
  return Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
};

/** Chooses users in the table and deletes them after a dry run. Compares the receipt with the counts before. */
async function deleteAndCompare(page: Page, users: DemoUser[], button: string) {
  const { related_records_deleted: held } = await dataCountsOf(users.map(({ email }) => email));
  for (const { username } of users)
    await page.getByRole('checkbox', { name: `Select ${username}`, exact: true }).check();
  await expect(page.getByText(`${users.length} selected`)).toBeVisible();
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('alertdialog', { name: `Delete ${users.length} users?` });
  await expect(dialog.getByText('Will be deleted')).toBeVisible();
  await picture(page, `class-dry-run-${users.length}`, false);
  await dialog.getByRole('button', { name: `Delete ${users.length} users` }).click();
  const receipt = page.getByRole('status').filter({ hasText: `Deleted ${users.length} users` });
  await expect(receipt).toBeVisible({ timeout: 60_000 });
  const { decks, flashcards, progress } = held;
  await expect(receipt).toContainText(`with ${decks} decks, ${flashcards} flashcards, ${progress} progress`);
}

test('an operator creates a class of thirty with decks, sees learners online, and deletes them with each strategy', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signInAsOperator(page, await newLearner(rest(), 'mwalimu'));
  const prefix = `darasa${Date.now().toString(36)}-`;
  await page.goto(`${web()}/admin`);
  await expect(page.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  await picture(page, 'operator-overview');

  await page.getByRole('tab', { name: 'Create Demo Users' }).click();
  await page.getByRole('textbox', { name: 'Count' }).fill('30');
  await page.getByRole('textbox', { name: 'Prefix' }).fill(prefix);
  await page.getByRole('textbox', { name: 'Email domain' }).fill('darasa.example');
  await page.getByLabel('Starter decks each').selectOption('2');
  await page.getByLabel('With a study history').selectOption('yes');
  await page.getByRole('button', { name: 'Create demo users' }).click();
  await expect(page.getByRole('heading', { name: '30 demo users created' })).toBeVisible({
    timeout: 120_000,
  });
  const table = page.getByRole('region', { name: 'Demo users' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await accessible(page, 'demo-result');
  await picture(page, 'demo-result');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const users = csvRows(readFileSync(await download.path(), 'utf8'));
  expect(users.map(({ username }) => username)).toEqual(
    Array.from({ length: 30 }, (_, index) => `${prefix}${index + 1}`),
  );

  const five = users.slice(0, 5);
  const decks: { card_count: number }[] = [];
  for (const user of five) decks.push(...(await decksOf(user)));
  expect(decks).toHaveLength(10);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect.poll(() => numberIn(page, 'Online'), { timeout: 100_000 }).toBeGreaterThanOrEqual(5);

  await page.getByRole('tab', { name: 'Users', exact: true }).click();
  await page.getByLabel('Type').selectOption('demo');
  await page.getByLabel('Per page').selectOption('50');
  await page.getByLabel('Search (email or username)').fill(prefix);
  await expect(page.getByText('30 in all')).toBeVisible();
  await page.getByLabel('Active within (mins)').fill('5');
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('5 in all', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 100_000 });
  await page.getByLabel('Active within (mins)').fill('');
  await expect(page.getByText('30 in all')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await expect(page.getByText('30 selected')).toBeVisible();
  await picture(page, 'class-selected');
  await page.getByRole('checkbox', { name: 'Select all of this page' }).uncheck();
  await expect(page.getByRole('switch', { name: 'SQL Echo' })).toBeChecked();
  await expect(page.getByText('No effect: Kumbuka does not use SQL.')).toBeVisible();

  const held = await dataCountsOf(five.map(({ email }) => email));
  const cards = decks.reduce((sum, { card_count: count }) => sum + count, 0);
  expect(held).toMatchObject({
    count_would_delete: 5,
    related_records_deleted: { decks: 10, flashcards: cards },
  });
  expect(held.related_records_deleted['progress']).toBeGreaterThan(0);

  await deleteAndCompare(page, users.slice(0, 10), 'Delete Selected FAST');
  await expect(page.getByText('20 in all')).toBeVisible();
  await page.getByLabel('Commit per').selectOption('USER');
  await page.getByLabel('sleep ms').fill('5');
  await deleteAndCompare(page, users.slice(10, 13), 'Delete Selected SLOW');
  await page.getByLabel('Commit per').selectOption('ROW');
  await page.getByLabel('sleep ms').fill('0');
  await deleteAndCompare(page, users.slice(13, 15), 'Delete Selected SLOW');
  await deleteAndCompare(page, users.slice(15), 'Delete Selected TURBO');
  await expect(page.getByText('0 in all')).toBeVisible();
  await picture(page, 'class-deleted');

  expect((await listed(prefix)).total).toBe(0);
  expect(await dataCountsOf(users.map(({ email }) => email))).toMatchObject({
    count_would_delete: 0,
    related_records_deleted: { decks: 0, flashcards: 0, progress: 0 },
  });
  await page.getByRole('tab', { name: 'Audit log' }).click();
  await expect(page.getByRole('cell', { name: 'deleteUsers' }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Events', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Study study-progress', exact: true })).toBeVisible();
});
