import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * `test`: the fast lane. `drill`: files that start or kill processes, wait for outages, put a service under load or compare
 * it with a model. Both without LANE.
 */
const suffix = process.env['LANE'] ?? '{test,drill}';

/** Configuration of a project's tests; `options` extends it. */
export const projectTests = ({ test, ...options }: ViteUserConfig = {}): ViteUserConfig =>
  defineConfig({
    ...options,
    test: {
      // The files of a project share a process and its modules, which saves a third of the time.
      isolate: false,
      // Node strips the types itself, which takes a fifth less processor time than Vite's transformation.
      experimental: { viteModuleRunner: false, nodeLoader: false },
      include: [`**/*.${suffix}.{ts,tsx,mjs}`],
      exclude: ['**/{node_modules,dist}/**'],
      passWithNoTests: true,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      ...test,
    },
  });

export default defineConfig({
  test: {
    projects: ['{apps,libs,services,tools}/*/vitest.config.ts'],
    maxWorkers: 2,
  },
});
