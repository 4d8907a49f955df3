import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The package names its development build in every condition; the other one has no warnings. */
const development = dirname(createRequire(import.meta.url).resolve('react-router'));
const production = join(development, '../production');

export const productionRouter: Plugin = {
  name: 'kumbuka:production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(production, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(production, 'dom-export.mjs') },
      ],
    },
  }),
};
