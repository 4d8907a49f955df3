import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    isolate: false,
    name: 'trials',
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
