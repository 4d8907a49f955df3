import { describe, expect, it } from 'vitest';
import { entryOf, errorCatalogue, nameOfCode, type ErrorEntry } from './error-catalogue.ts';
import { ProductError } from './errors.ts';

const entries: [string, ErrorEntry][] = Object.entries(errorCatalogue);

describe('the catalogue of errors', () => {
  it.each(entries)(
    'the catalogue entry %s has a code, a status and a sentence',
    (name, { code, status, sentence }) => {
      expect(code ?? name).toMatch(/^[A-Z][A-Z_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    },
  );

  it('an error has the status, code and sentence of its catalogue entry', () =>
    expect(new ProductError('TOO_MANY_DECKS')).toMatchObject({
      code: 'LIMIT_REACHED',
      status: 409,
      message: 'You can have at most 1,000 decks.',
    }));

  it('an entry is found by a code received over a network', () => {
    expect(nameOfCode('DECK_NOT_FOUND')).toBe('DECK_NOT_FOUND');
    expect(entryOf(nameOfCode('LIMIT_REACHED') ?? 'INTERNAL').status).toBe(409);
    expect(nameOfCode('constructor')).toBeNull();
  });
});
