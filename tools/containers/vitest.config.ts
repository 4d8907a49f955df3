import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'containers', testTimeout: 60_000, include: ['src/**/*.test.ts'] },
});
