import type { Story } from './story.tsx';

const files = import.meta.glob<Story[]>('./stories/*.tsx', { eager: true, import: 'default' });

/** Stories by subject, which is the name of their file. */
export const groups: ReadonlyMap<string, Story[]> = new Map(
  Object.entries(files).map(([file, stories]) => [file.slice('./stories/'.length, -'.tsx'.length), stories]),
);
