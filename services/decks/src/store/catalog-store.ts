import { limits, text } from '@kumbuka/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogOf, type Catalog, type StarterDeck } from '../domain/catalog.ts';

const card = z.strictObject({ front: text(limits.cardSide), back: text(limits.cardSide) });
const texts = {
  title: text(limits.deckTitle),
  subject: text(limits.deckSubject),
  category: text(limits.deckCategory),
  description: text(limits.deckDescription),
};
const starterDeck = z.strictObject({
  id: z.int().positive(),
  ...texts,
  difficulty: z.int().min(1).max(5),
  kiswahili: z.strictObject(texts).optional(),
  cards: z.array(card).min(1).max(100),
});

export class CatalogInvalid extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`The starter catalogue is not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'CatalogInvalid';
    this.problems = problems;
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Reads all deck files of a folder. Throws `CatalogInvalid` with every problem of every file. */
export function readCatalog(folder: string): Catalog {
  const problems: string[] = [];
  const decks: StarterDeck[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()) {
    const parsed = starterDeck.safeParse(parseJson(readFileSync(join(folder, file), 'utf8')));
    if (parsed.success) decks.push(parsed.data);
    else
      problems.push(
        ...parsed.error.issues.map(({ path, message }) => `${file} ${path.join('.')}: ${message}`),
      );
  }
  problems.push(...repeatedIds(decks));
  if (problems.length > 0) throw new CatalogInvalid(problems);
  return catalogOf(decks);
}

const repeatedIds = (decks: readonly StarterDeck[]) =>
  decks
    .filter((deck, index) => decks.findIndex(({ id }) => id === deck.id) !== index)
    .map((deck) => `${deck.title}: the id ${deck.id} is taken.`);
