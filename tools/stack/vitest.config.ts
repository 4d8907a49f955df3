import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    include: ['src/**/*.test.ts', 'bootstrap/**/*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
