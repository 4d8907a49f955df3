import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { isolate: false, name: 'containers', testTimeout: 60_000, include: ['src/**/*.test.ts'] },
});
