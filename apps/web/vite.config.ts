import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const gateway = process.env.GRAPHQL_URL ?? 'http://localhost:4000/graphql';
const { origin } = new URL(gateway);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: {
    port: 5173,
    proxy: {
      '/graphql': { target: origin, changeOrigin: true },
      '/live': { target: origin, changeOrigin: true },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
