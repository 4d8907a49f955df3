import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'containers', include: ['src/**/*.test.ts'] } });
