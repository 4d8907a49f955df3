import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['suite.real.ts'], testTimeout: 20_000, hookTimeout: 20_000 },
});
