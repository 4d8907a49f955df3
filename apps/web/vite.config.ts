import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './scripts/chunks.ts';
import { compressFolder } from './scripts/compress.ts';
import { messages } from './scripts/messages.ts';
import { oldestBrowsers } from './scripts/oldest-browsers.ts';
import { outlinedOnly } from './scripts/outlined-only.ts';
import { pages } from './scripts/pages.ts';
import { productionRouter } from './scripts/production-router.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { withoutSentences } from './scripts/without-sentences.ts';

const gateway = process.env.GRAPHQL_URL ?? 'http://localhost:4000/graphql';
const { origin } = new URL(gateway);

/** Brotli and gzip files beside the built ones. */
const precompressed: Plugin = {
  name: 'kumbuka:precompressed',
  apply: 'build',
  closeBundle: () => compressFolder(join(import.meta.dirname, 'dist/assets')),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    messages,
    react(),
    productionRouter,
    outlinedOnly,
    withoutSentences,
    precompressed,
    pages,
    serviceWorker,
  ],
  // Without it rxjs comes as ES5, with the helpers of tslib.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  server: {
    port: 5173,
    proxy: {
      '/graphql': { target: origin, changeOrigin: true },
      '/live': { target: origin, changeOrigin: true },
      '/media': { target: origin, changeOrigin: true },
      '/export': { target: origin, changeOrigin: true },
    },
  },
  build: {
    outDir: 'dist',
    target: oldestBrowsers,
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: join(import.meta.dirname, 'index.html'),
      output: { codeSplitting: { groups: chunkGroups } },
      // For Emotion's `withTheme`, which is never called; CommonJS modules stay unless they are named here.
      treeshake: {
        moduleSideEffects: [{ test: /hoist-non-react-statics|\/react-is\//, sideEffects: false }],
      },
    },
  },
});
