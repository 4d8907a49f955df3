import { defineConfig } from '@playwright/test';
import { chromium } from './src/journeys/chromium.ts';

export default defineConfig({
  testDir: './src/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './src/journeys/start-product.ts',
  outputDir: '../../test-results/journeys',
  snapshotPathTemplate: '../../apps/web/gallery/pictures/{arg}{ext}',
  workers: 1,
  // CI machines are shared, so a test that fails once and then passes counts as flaky.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // The HTML report shows different pictures side by side.
  reporter: [['list'], ['html', { open: 'never', outputFolder: '../../test-results/report' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // A worker hides requests from `page.route`; the journeys about it allow it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    // A trace slows every step, so CI records one only for a retry.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: chromium(),
  },
});
