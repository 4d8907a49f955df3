import { expect, test, type Page } from '@playwright/test';
import { learnerAt } from '../product/learner.ts';
import { codeField, password, signUp } from './account-forms.ts';
import { accessible, loseFirstReply, picture, rest, shownCode, watchConsole, web } from './screens.ts';

let made = 0;

interface Progress {
  study_count: number;
  incorrect_attempts: number;
}

/** Answers five cards of the first subject, the second one wrong. */
async function playFive(page: Page) {
  const sample = page.getByRole('region', { name: 'Try five cards' });
  for (const [index, mark] of ['Correct', 'Incorrect', 'Correct', 'Correct', 'Correct'].entries()) {
    await expect(sample.getByRole('group', { name: `Card ${index + 1} of 5` })).toBeVisible();
    await sample.getByRole('button', { name: 'Show Answer' }).click();
    await sample.getByRole('button', { name: mark, exact: true }).click();
  }
  return sample;
}

/** Signs up as somebody new. Returns the code. */
const signUpAnew = (page: Page) => signUp(page, `tano${Date.now().toString(36)}${(made += 1)}`);

/** Titles of the decks, and how many cards were studied, answers given and answers wrong. */
async function account(page: Page) {
  const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? '';
  const { call } = learnerAt(rest(), { id: 0, email: '', username: '', password, token });
  const { body } = await call<{ items: { title: string }[] }>('GET', '/decks?page=1&per_page=10');
  const progress = await call<Progress[]>('GET', '/progress');
  const studied = progress.body.filter(({ study_count: count }) => count > 0);
  const total = (field: keyof Progress) => studied.reduce((sum, each) => sum + each[field], 0);
  return {
    titles: body.items.map(({ title }) => title),
    counts: [studied.length, total('study_count'), total('incorrect_attempts')],
  };
}

/** Expects the deck once and each of the five answers once. */
async function expectKeptOnce(page: Page) {
  const title = 'KCSE Biology: Cells and Transport';
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  // An answer whose response was lost is sent again after a pause.
  await expect.poll(() => account(page)).toEqual({ titles: [title], counts: [5, 5, 1] });
}

test('a visitor who keeps five cards finds deck and answers in the new account, once, and no welcome page', async ({
  page,
}) => {
  const errors = watchConsole(page);
  await page.goto(web());
  const sample = await playFive(page);
  await expect(sample.getByText('4 of 5 right').first()).toBeVisible();
  await expect(sample.getByRole('link', { name: 'Keep these five' })).toBeFocused();
  await accessible(page, 'landing-kept');
  await picture(page, 'landing-kept');
  await sample.getByRole('link', { name: 'Keep these five' }).dblclick();
  const code = await signUpAnew(page);
  await page.reload();
  await expect(codeField(page)).toBeVisible();
  expect(await shownCode(page), 'the code after a reload').toBe(code);
  const opened: string[] = [];
  page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname));
  await codeField(page).fill(code);
  await expectKeptOnce(page);
  await expect(
    page.getByText('“KCSE Biology: Cells and Transport” is yours. Your 5 answers count as given now.'),
  ).toBeVisible();
  expect(opened).not.toContain('/welcome');
  await page.reload();
  await expectKeptOnce(page);
  expect(errors).toEqual([]);
});

for (const operation of ['KeepCards', 'RecordAnswers', 'FinishSession'])
  test(`five kept cards are in the account once after the response to ${operation} was lost`, async ({
    page,
  }) => {
    await loseFirstReply(page, operation, { hasKeys: false });
    await page.goto(web());
    const sample = await playFive(page);
    await sample.getByRole('link', { name: 'Keep these five' }).click();
    await codeField(page).fill(await signUpAnew(page));
    if (operation === 'KeepCards') await page.getByRole('button', { name: 'Try again' }).click();
    await expectKeptOnce(page);
  });

test('a visitor chooses a subject with one tap, in both languages, and a closed tab keeps nothing', async ({
  browser,
}) => {
  for (const [locale, region, subjects, first] of [
    ['en-GB', 'Try five cards', ['Biology', 'Geography', 'Kiswahili'], 'mitochondrion'],
    ['sw-KE', 'Jaribu kadi tano', ['Kiswahili', 'Biolojia', 'Jiografia'], 'Haraka haraka'],
  ] as const) {
    const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const errors = watchConsole(page);
    await page.goto(web());
    const sample = page.getByRole('region', { name: region });
    const buttons = sample.getByRole('group').first().getByRole('button');
    await expect(buttons).toHaveText([...subjects]);
    await expect(sample.getByText(first).first()).toBeVisible();
    await buttons.nth(2).click();
    await expect(buttons.nth(2)).toHaveAttribute('aria-pressed', 'true');
    await expect(sample.getByText(first).first()).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  }
});
