import { test } from '@playwright/test';
import { answerCards, giveDeck, newLearner } from '../product/learner.ts';
import { rest, signIn, web, accessible } from './screens.ts';
import { giveRealDeck } from './real-deck.ts';
import { actAsOperator } from './visits.ts';
test('zz look', async ({ browser }) => {
  test.setTimeout(300_000);
  const learner = await newLearner(rest(), 'looking');
  const deck = await giveRealDeck(learner, 30);
  await answerCards(learner, await giveDeck(learner, 3, 'Taken along'), 2);
  for (const [w, s, l] of [[390, 'dark', 'sw'], [1440, 'light', 'en'], [390, 'light', 'en']] as const) {
    const context = await browser.newContext({ viewport: { width: w, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(([a, b]) => { localStorage.setItem('kumbuka.theme', a!); localStorage.setItem('kumbuka.language', b!); localStorage.setItem('kumbuka.deck-view', 'list'); }, [s, l]);
    await signIn(page, learner.token);
    const shot = async (name: string, full = true) => {
      await page.waitForTimeout(700);
      await page.screenshot({ path: `/tmp/kit/look/${name}-${w}-${l}.png`, fullPage: full });
      try { await accessible(page, name); } catch (error) { console.log(name, w, l, String(error).slice(0, 600)); }
    };
    await page.goto(`${web()}/settings`); await page.waitForTimeout(2500); await shot('settings');
    await page.goto(`${web()}/reminders/stop?token=abc`); await page.waitForTimeout(1000); await shot('stop');
    await page.goto(`${web()}/dashboard`); await page.waitForTimeout(2000); await shot('dashboard');
    await page.goto(`${web()}/mydecks/${deck}`); await page.waitForTimeout(2000); await shot('deck-tiles', false);
    const list = page.getByRole('button', { name: l === 'en' ? /Show as list|List/ : /orodha/i }).first();
    await list.click().catch((e) => console.log('no list', String(e).slice(0, 200)));
    await page.waitForTimeout(800); await shot('deck-list', false);
    await page.goto(`${web()}/mydecks`); await page.waitForTimeout(2000); await shot('mydecks', false);
    if (w !== 390 || l === 'en') {
      await actAsOperator(page);
      for (const tab of ['overview', 'money', 'users']) { await page.goto(`${web()}/admin?tab=${tab}`); await page.waitForTimeout(2500); await shot(`admin-${tab}`); }
    }
    await context.close();
  }
});
