import type { Deck } from '../deck.ts';
import { titleOf } from '../import/partition.ts';

const partNumber = / \((\d{1,6})\)$/;

/** Whether a deck still has the title that an import gave it. */
function isAsImported(title: string, path: string): boolean {
  const number = Number(partNumber.exec(title)?.[1] ?? 1);
  return title === titleOf(path, 1) || title === titleOf(path, number);
}

/**
 * Path of each deck in a file. An imported deck returns to its path, where its parts are one deck again. Other decks with
 * the same title stay apart.
 */
export function deckPaths(decks: readonly Deck[]): Map<number, string> {
  const paths = new Map<number, string>();
  const taken = new Set<string>();
  for (const { id, title, path } of decks)
    if (path !== undefined && isAsImported(title, path)) {
      paths.set(id, path);
      taken.add(path);
    }
  for (const { id, title } of decks) {
    if (paths.has(id)) continue;
    let path = title;
    for (let number = 2; taken.has(path); number += 1) path = `${title} (${number})`;
    paths.set(id, path);
    taken.add(path);
  }
  return paths;
}
