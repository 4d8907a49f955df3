import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';
import { messages } from './scripts/messages.ts';

/** The gallery of shared components, a page of its own beside the client. `npm run gallery` serves it. */
export default defineConfig({
  root: join(import.meta.dirname, 'gallery'),
  plugins: [messages, react()],
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  server: { port: 5174 },
  build: {
    outDir: join(import.meta.dirname, '../../node_modules/.cache/gallery'),
    emptyOutDir: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
});
