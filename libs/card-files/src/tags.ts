import { cut, identityKey } from '@kumbuka/text';
import { fileLimits } from './limits.ts';
import type { Place, Reporter } from './reports.ts';

/** Tags of a note: each once, within the limits of the product. */
export function tagsOf(words: readonly string[], reporter: Reporter, place: Place): string[] {
  const tags = new Map<string, string>();
  for (const word of words) {
    const tag = cut(word.trim(), fileLimits.tag);
    if (tag === '') continue;
    if (tag !== word.trim()) reporter.add('name-shortened', { ...place, text: word });
    if (tags.size >= fileLimits.tags) {
      reporter.add('name-shortened', { ...place, text: word });
      break;
    }
    const key = identityKey(tag) || tag;
    if (!tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}
