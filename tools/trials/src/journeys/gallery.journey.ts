import { expect, test, type Browser, type Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build, preview, type PreviewServer } from 'vite';
import { chromium } from './chromium.ts';

const web = join(import.meta.dirname, '../../../../apps/web');
const configFile = join(web, 'vite.gallery.config.ts');
const groups = readdirSync(join(web, 'gallery/stories')).map((file) => basename(file, '.tsx'));

/** Every pair of width, theme and language. All eight combinations would double the size of the pictures. */
const views = [
  { language: 'en', theme: 'dark', width: 390 },
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'sw', theme: 'light', width: 390 },
  { language: 'sw', theme: 'dark', width: 1440 },
] as const;

const look = {
  fullPage: true,
  stylePath: join(import.meta.dirname, './pictures.css'),
  // A pixel differs from about 10 of 256 steps of brightness on. The reduced colours alone cause up to 49 such pixels.
  threshold: 0.04,
  maxDiffPixels: 80,
  timeout: 60_000,
} as const;

test.use({
  // The pictures themselves show a failure, and a trace would slow each of them.
  trace: 'off',
  launchOptions: chromium({
    args: ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
    env: { FONTCONFIG_FILE: join(import.meta.dirname, './fonts.conf') },
  }),
});
test.skip(process.platform !== 'linux', 'the pictures were made with the fonts of Linux');
/** Chromium version of the pictures. Another major version may draw letters differently. */
const drawnBy = '156';
test.skip(
  ({ browser }) => process.env['CI'] !== undefined && browser.version().split('.')[0] !== drawnBy,
  `NOT RUN: the pictures were drawn by Chromium ${drawnBy}`,
);

let server: PreviewServer;
let address = '';

test.beforeAll(async () => {
  await build({ configFile, logLevel: 'warn' });
  server = await preview({ configFile, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
  const at = server.httpServer.address();
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : at}`;
});
test.afterAll(() => server.close());

/** Opens a page with a frozen clock. Its theme follows the emulated device. */
async function open(browser: Browser, language: string): Promise<Page> {
  const context = await browser.newContext({
    timezoneId: 'Africa/Nairobi',
    locale: 'en-GB',
    // The 3D flip of a card shifts its text by a fraction of a pixel each time.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-03-04T09:00:00+03:00');
  await page.addInitScript((chosen) => {
    localStorage.setItem('kumbuka.language', chosen);
    localStorage.setItem('kumbuka.theme', 'system');
  }, language);
  return page;
}

for (const group of groups)
  test(`the shared components of '${group}' look like their pictures in both themes and languages`, async ({
    browser,
  }) => {
    for (const language of ['en', 'sw']) {
      const page = await open(browser, language);
      await page.goto(`${address}/?group=${group}`, { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready.then(() => true));
      for (const { theme, width } of views.filter((view) => view.language === language)) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: theme });
        await expect.soft(page).toHaveScreenshot(`${group}-${language}-${theme}-${width}.png`, look);
      }
      await page.context().close();
    }
  });
