import { expect, type BrowserContext, type Page } from '@playwright/test';
import type { Learner } from '../product/learner.ts';
import { shownCode, web } from './screens.ts';

/** Password of accounts that sign up on the page. */
export const password = 'mti wa mwembe';

export const codeField = (page: Page) =>
  page.getByRole('dialog', { name: 'Email verification' }).getByRole('textbox');

export async function fillSignUp(page: Page, name: string) {
  await page.getByLabel('Email').fill(`${name}@example.test`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

/** Fills in and sends the sign-up. Returns the code. */
export async function signUp(page: Page, name: string): Promise<string> {
  await fillSignUp(page, name);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(codeField(page)).toBeFocused();
  return shownCode(page);
}

export async function sendSignIn(page: Page, { email, password }: Pick<Learner, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: false }).click();
}

/** Signs in on the page, so that the client fills the browser's storage. */
export async function signInAt(page: Page, learner: Learner) {
  await page.goto(`${web()}/login`);
  await sendSignIn(page, learner);
  await expect(page).toHaveURL(/\/(dashboard|welcome)$/);
}

/** Loses every answer until `context.unroute`. */
export const loseAnswers = (context: BrowserContext) =>
  context.route('**/graphql', (route) =>
    route.request().postData()?.includes('"operationName":"RecordAnswers"')
      ? route.abort()
      : route.continue(),
  );
