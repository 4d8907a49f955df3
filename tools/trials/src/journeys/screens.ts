import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { queryGraphQL, type Learner } from '../product/learner.ts';
import { execFile } from 'node:child_process';
import { linesIn } from './languages.ts';

export const web = () => process.env['WEB'] ?? '';
export const rest = () => process.env['REST'] ?? '';
/** Address of the local payment provider. */
export const pay = () => process.env['PAY'] ?? '';

/** Key that lets a learner's tab act as an operator. */
export const adminKey = () => process.env['ADMIN_KEY'] ?? '';

/** Address that the landing page shows. */
export const contactEmail = () => process.env['CONTACT_EMAIL'] ?? '';

const widths = [1440, 768, 390];
const folder = new URL('../../../../test-results/screens/', import.meta.url).pathname;

const twoFrames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );

/** Takes a picture outside of CI. */
export async function takePicture(page: Page, name: string, fullPage = false) {
  if (process.env['CI']) return;
  await page.waitForTimeout(250);
  await page.screenshot({ path: `${folder}${name}.png`, fullPage });
}

/**
 * Checks that the page does not overflow horizontally at any width. Outside of CI it also takes a picture of the whole
 * page at each width, or of the window when a dialog is open.
 */
export async function picture(page: Page, name: string, fullPage = true) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await twoFrames(page);
    await takePicture(page, `${name}-${width}`, fullPage);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} at ${width} is wider than its window`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Checks that axe-core has no findings (WCAG 2.2 A and AA), and that an English page declares its Kiswahili (3.1.2). */
export async function accessible(page: Page, name: string) {
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${name}: ${id} ${nodes.map(({ target }) => target).join(' | ')}`,
  );
  expect(found).toEqual([]);
  const isEnglish = (await page.locator('html').getAttribute('lang')) === 'en';
  expect(isEnglish ? await linesIn('sw', page) : [], `${name} in English`).toEqual([]);
}

/** Collects errors of the page's scripts and blocked resources from now on. */
export function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** The code that a development server shows on the page. Names of accounts may have six digits, too. */
export const shownCode = async (page: Page): Promise<string> =>
  (await page.locator('[data-part="dev-code"] strong').textContent()) ?? '';

/** Keeps a page without live updates: their response never ends, so the network would never be idle. */
export const withoutLive = (page: Page) =>
  page.route('**/live?*', (route) => route.fulfill({ contentType: 'text/plain', body: '' }));

/** Signs a learner in by a token, which is stored before the first script of every page. */
export const signIn = (page: Page, token: string) =>
  page.addInitScript((value) => localStorage.setItem('authToken', value), token);

/** Makes an account an operator by `npm run admin -- operator create`. */
function makeOperator(email: string): Promise<void> {
  const command = new URL('../../../stack/src/operate/operator.ts', import.meta.url).pathname;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [command, 'create', email], (error, _said, wrong) =>
      error ? reject(new Error(wrong)) : resolve(),
    );
  });
}

/** Signs a learner in as an operator by role, which requires a new sign-in. */
export async function signInAsOperator(page: Page, { email, password, call }: Learner) {
  await makeOperator(email);
  const { body } = await call<{ access_token: string }>('POST', '/login', { email, password });
  await signIn(page, body.access_token);
}

/** Changes the session preferences of a learner. */
export async function preferSessions(learner: Learner, input: object) {
  const change = `mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) { timezone } }`;
  const { status } = await queryGraphQL(`${web()}/graphql`, learner, change, { input });
  expect(status).toBe(200);
}

/** Drops the response to the first request of an operation after the server has processed it. */
export async function loseFirstReply(page: Page, operation: string, { hasKeys = true } = {}) {
  let lost = false;
  await page.route('**/graphql', async (route) => {
    const isIt = route.request().postData()?.includes(`"operationName":"${operation}"`) ?? false;
    if (!isIt || lost) return route.fallback();
    lost = true;
    const { 'idempotency-key': _key, ...headers } = route.request().headers();
    await route.fetch(hasKeys ? {} : { headers });
    await route.abort();
  });
}
