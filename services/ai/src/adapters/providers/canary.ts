import { randomUUID } from 'node:crypto';
import type { Draft } from '../../domain/vetting.ts';

const alphanumeric = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

/**
 * Random mark in the model's instructions. Output that contains it repeats the instructions. The comparison ignores
 * case, width, spaces and punctuation, and continues from card to card.
 */
export function createCanary() {
  const text = `kmb-${randomUUID()}`;
  const mark = alphanumeric(text);
  return {
    text,
    /** Returns a function that takes the cards of one response in order and reports whether they contain the mark. */
    createDetector() {
      let seen = '';
      return ({ question, answer, source }: Draft): boolean => {
        seen += alphanumeric(question + answer + source);
        const found = seen.includes(mark);
        seen = seen.slice(-mark.length);
        return found;
      };
    },
  };
}
