import { lazyNamed } from '../browser/lazy-named.tsx';

export const loadExportMenu = () => import('./export-menu.tsx');
export const ExportMenu = lazyNamed(loadExportMenu, 'ExportMenu');
