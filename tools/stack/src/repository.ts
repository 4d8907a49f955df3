import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository; everything else is named from here. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

export const inRepository = (path: string): string => join(root, path);
