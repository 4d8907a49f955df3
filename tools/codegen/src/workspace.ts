import { fileURLToPath } from 'node:url';

/** Root directory of the repository. */
export const workspaceRoot = fileURLToPath(new URL('../../../', import.meta.url));
