import { expect, test, type Browser, type Page } from '@playwright/test';
import { giveDeck, newLearner } from '../product/learner.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inKiswahili } from './languages.ts';
import { rest, signIn, web } from './screens.ts';
import { actAsOperator, visits, type Visit } from './visits.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'test-results/sheets');
/** `en` or `sw`, the languages with a catalogue. */
const language = process.env['SHEETS_LANGUAGE'] ?? 'en';
const themes = ['dark', 'light'] as const;
const widths = [1440, 768, 390] as const;
/** Width of a picture on the sheet, in pixels. */
const shown = { 1440: 560, 768: 300, 390: 190 } as const;

type Theme = (typeof themes)[number];
interface Screen {
  name: string;
  path: string;
  theme: Theme;
  /** Files by width. */
  files: string[];
}

const erasure = {
  erased: 'done',
  receipt: {
    deletionId: '0f9d2b1e-77aa',
    requestedAt: '2026-03-04T06:00:00Z',
    counts: [{ kind: 'accounts', count: 1 }],
  },
};

/** Pays on the provider's page and returns visits of the payments, the prompts and the receipt. */
async function visitsOfSubscriber(browser: Browser): Promise<Visit[]> {
  const { token, ...learner } = await newLearner(rest(), 'achieng');
  await giveDeck({ token, ...learner }, 1);
  const page = await browser.newPage();
  await signIn(page, token);
  await page.goto(`${web()}/mydecks`);
  await page.getByRole('button', { name: 'Upgrade (KES 100)' }).click();
  await page.getByRole('dialog', { name: 'Billing' }).getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your plan is active')).toBeVisible({ timeout: 30_000 });
  await page.goto(`${web()}/billing/payments`);
  const receipt = (await page.getByRole('link', { name: /^Receipt/ }).getAttribute('href')) ?? '';
  await page.close();
  return ['/billing/payments', '/billing/prompts', receipt].map((path) => ({ path, token }));
}

/** Visits of further routes, only for their pictures. */
async function furtherVisits(browser: Browser, all: readonly Visit[]): Promise<Visit[]> {
  const token = all.find(({ isOperator }) => isOperator)?.token ?? '';
  return [
    { path: '/signup/end' },
    { path: '/goodbye' },
    ...(await visitsOfSubscriber(browser)),
    ...['/admin?tab=money', '/admin?tab=events'].map((path) => ({ path, token, isOperator: true })),
  ];
}

const choose = ({ theme, language }: { theme: Theme; language: string }) => {
  localStorage.setItem('kumbuka.theme', theme);
  localStorage.setItem('kumbuka.language', language);
};

async function open(browser: Browser, { path, token, isOperator = false, dialog }: Visit, theme: Theme) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(choose, { theme, language });
  if (path === '/goodbye')
    await page.addInitScript((state) => history.replaceState({ usr: state }, ''), erasure);
  if (token) await signIn(page, token);
  if (isOperator) await actAsOperator(page);
  await page.goto(`${web()}${path}`);
  await page.locator('h1').first().waitFor();
  if (dialog) await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Takes pictures at each width: of the whole page, or of the window when a dialog is open. */
async function takePictures(page: Page, name: string, fullPage: boolean): Promise<string[]> {
  const files: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const file = `${name}-${width}.jpg`;
    await page.screenshot({
      path: join(folder, file),
      fullPage,
      type: 'jpeg',
      quality: 75,
      animations: 'disabled',
    });
    files.push(file);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return files;
}

async function screensOf(browser: Browser, visit: Visit, theme: Theme, number: number): Promise<Screen[]> {
  const page = await open(browser, visit, theme);
  const { path, dialog, act } = visit;
  const name = `${String(number).padStart(2, '0')}${path.replaceAll(/[^a-z]+/g, '-')}-${theme}`;
  const screens = [{ name: path, path, theme, files: await takePictures(page, name, !dialog) }];
  if (act) {
    await act(page, language === 'sw' ? await inKiswahili() : (english) => english);
    const isOver = (await page.getByRole('dialog').count()) > 0;
    const files = await takePictures(page, `${name}-after`, !isOver);
    screens.push({ name: `${path}, after an action`, path, theme, files });
  }
  await page.context().close();
  return screens;
}

const row = ({ name, theme, files }: Screen) =>
  `<h2>${name}, ${theme}</h2><p>${files
    .map((file, index) => `<a href="${file}"><img src="${file}" width="${shown[widths[index]!]}" alt=""></a>`)
    .join(' ')}</p>`;

const sheet = (screens: readonly Screen[]) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every route</title>
<style>body{font:14px sans-serif;background:#888}h2{font-size:14px}img{vertical-align:top}</style>
${screens.map(row).join('\n')}</html>`;

/** Paths of the router, such as `/mydecks/:deckId`. */
const routes = () =>
  [...readFileSync(join(root, 'apps/web/src/app/router.tsx'), 'utf8').matchAll(/path: '(\/[^']*)'/g)].map(
    ([, path = '']) => path,
  );

const isOf = (route: string, path: string) =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.replace(/\?.*/, ''));

test('contact sheets show every route at three widths in both themes', async ({ browser }) => {
  mkdirSync(folder, { recursive: true });
  const usual = await visits();
  const all = [...usual, ...(await furtherVisits(browser, usual))];
  const unseen = routes().filter((route) => !all.some(({ path }) => isOf(route, path)));
  expect(unseen).toEqual([]);
  const screens: Screen[] = [];
  for (const [number, visit] of all.entries())
    for (const theme of themes) screens.push(...(await screensOf(browser, visit, theme, number)));
  for (const theme of themes)
    writeFileSync(join(folder, `${theme}.html`), sheet(screens.filter((each) => each.theme === theme)));
  writeFileSync(join(folder, 'index.html'), sheet(screens));
  console.log(`${screens.length} screens: ${join(folder, 'index.html')}`);
});
