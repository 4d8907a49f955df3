import { lazyNamed } from '../browser/lazy-named.ts';

export const loadExportMenu = () => import('./export-menu.tsx');
export const ExportMenu = lazyNamed(loadExportMenu, 'ExportMenu');
