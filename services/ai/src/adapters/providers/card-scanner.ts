import { z } from 'zod';
import type { Draft } from '../../domain/vetting.ts';

const card = z.object({
  question: z.string().min(1),
  answer: z.string().min(1),
  // Servers that do not enforce the schema may omit it or send null.
  source: z
    .string()
    .nullish()
    .transform((source) => source ?? ''),
});

/** The model's output does not follow the instructions. */
export class OutputInvalid extends Error {
  readonly code = 'OUTPUT_INVALID';

  constructor(reason: string) {
    super(`The model's output is not valid: ${reason}.`);
    this.name = 'OutputInvalid';
  }
}

function cardOf(json: string): Draft {
  try {
    return card.parse(JSON.parse(json));
  } catch {
    throw new OutputInvalid('a card has the wrong form');
  }
}

/** Parses the cards of `{"cards":[{...},...]}` from a stream. */
export function createCardScanner() {
  let inList = false;
  let inText = false;
  let escaped = false;
  let depth = 0;
  let json = '';
  let ended = false;

  /** Reads one character of the list. Returns the card that it completes. */
  function step(character: string): Draft | null {
    if (depth > 0) json += character;
    if (escaped) escaped = false;
    else if (inText) {
      if (character === '\\') escaped = true;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{') {
      if (depth++ === 0) json = character;
    } else if (character === '}' && depth > 0 && --depth === 0) return cardOf(json);
    else if (character === ']' && depth === 0) ended = true;
    return null;
  }

  return {
    /** Returns the cards that the next piece completes. Throws `OutputInvalid`. */
    feed(piece: string): Draft[] {
      const cards: Draft[] = [];
      for (const character of piece) {
        if (ended) break;
        if (!inList) {
          inList = character === '[';
          continue;
        }
        const made = step(character);
        if (made) cards.push(made);
      }
      return cards;
    },
    /** Throws `OutputInvalid` when the list has no end. */
    assertEnded() {
      if (!ended) throw new OutputInvalid('it ends before its list of cards does');
    },
  };
}
