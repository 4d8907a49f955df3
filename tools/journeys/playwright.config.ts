import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './src',
  testMatch: '*.journey.ts',
  globalSetup: './src/start-product.ts',
  outputDir: '../../test-results/journeys',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
