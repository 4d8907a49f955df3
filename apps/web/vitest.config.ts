import react from '@vitejs/plugin-react';
import { messages } from './scripts/messages.ts';
import { projectTests } from '../../vitest.config.ts';

export default projectTests({
  root: import.meta.dirname,
  plugins: [messages, react()],
  test: {
    experimental: { viteModuleRunner: true },
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    setupFiles: ['./src/test/setup.ts'],
    restoreMocks: true,
    // A whole page in jsdom takes longer than the usual 300 ms, and each slow test is a line of output.
    slowTestThreshold: 1_000,
  },
});
