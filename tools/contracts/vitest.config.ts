import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { isolate: false, name: 'contract-checks', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
