import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { isolate: false, name: 'checks', include: ['src/**/*.test.ts'] } });
