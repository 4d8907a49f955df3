import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'libs/*/vitest.config.ts',
      'services/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'tools/!(real-kafka)/vitest.config.ts',
    ],
    maxWorkers: 2,
    reporters: ['default'],
  },
});
