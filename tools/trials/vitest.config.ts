import { projectTests } from '../../vitest.config.ts';

export default projectTests({ test: { hookTimeout: 180_000 } });
