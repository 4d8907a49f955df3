import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['{apps,libs,services,tools}/*/vitest.config.ts'],
    maxWorkers: 2,
    reporters: ['default'],
  },
});
