import { fileURLToPath } from 'node:url';
import { projectTests } from '../../vitest.config.ts';

/** The one copy of graphql that required packages load. */
const graphql = fileURLToPath(import.meta.resolve('graphql'));

export default projectTests({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  // A test imports modules of the web client, which only Vite can transform.
  test: { experimental: { viteModuleRunner: true } },
});
