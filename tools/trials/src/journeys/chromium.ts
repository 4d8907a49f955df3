import type { LaunchOptions } from '@playwright/test';

const asRoot = process.getuid?.() === 0;

/** Launch options of the installed Chromium. */
export const chromium = ({
  args = [],
  env = {},
}: Pick<LaunchOptions, 'args' | 'env'> = {}): LaunchOptions => ({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    ...(asRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...args,
  ],
  env: { ...process.env, ...env },
});
