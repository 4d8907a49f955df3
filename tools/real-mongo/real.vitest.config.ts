import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['suite.real.ts', 'differential.suite.ts'], testTimeout: 30_000, hookTimeout: 30_000 },
});
