import type { Manifest } from 'vite';

export function chunkFiles(manifest: Manifest, modules: readonly string[]): string[];
