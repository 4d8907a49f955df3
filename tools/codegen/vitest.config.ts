import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The one copy of graphql that packages load when they are required. */
const graphql = fileURLToPath(import.meta.resolve('graphql'));

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: { isolate: false, name: 'codegen', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
