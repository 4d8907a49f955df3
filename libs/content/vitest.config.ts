import { projectTests } from '../../vitest.config.ts';

export default projectTests({ test: { environment: 'jsdom' } });
