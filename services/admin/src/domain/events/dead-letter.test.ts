import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './dead-letter.ts';

describe('a dead letter that is shown', () => {
  it('a shown dead letter has the fields of its event', () => {
    const event = {
      id: '018f',
      type: 'decks.deck-created',
      version: 1,
      key: '7',
      data: { deckId: 12, cards: 0 },
    };
    expect(JSON.parse(withoutSecrets(JSON.stringify(event)))).toEqual(event);
  });
  it.each(['password', 'newPassword', 'access_token', 'clientSecret', 'otp', 'email', 'phoneNumber'])(
    'a shown dead letter hides a field called %s at any depth',
    (name) => {
      const shown = withoutSecrets(JSON.stringify({ data: [{ [name]: { deep: 'mwamba-4711' }, left: 1 }] }));
      expect(shown).not.toContain('mwamba');
      expect(JSON.parse(shown)).toEqual({ data: [{ [name]: '(hidden)', left: 1 }] });
    },
  );
  it('a shown dead letter hides texts in lists, because they have no field names', () => {
    expect(JSON.parse(withoutSecrets('["mwamba-4711", ["siri"]]'))).toEqual(['(hidden)', ['(hidden)']]);
    const event = { data: { words: ['mwamba-4711'], counts: [1, 2] } };
    expect(JSON.parse(withoutSecrets(JSON.stringify(event)))).toEqual({
      data: { words: ['(hidden)'], counts: [1, 2] },
    });
  });
  it.each([
    ['a mail address', 'from amina@example.org: no', 'from (hidden): no'],
    ['a token', 'Authorization: Bearer abc.def-123', 'Authorization: (hidden)'],
    ['a signed token', 'x eyJhbGciOi.eyJzdWIi.c2ln y', 'x (hidden) y'],
    ['a telephone number', 'call +254700000001', 'call (hidden)'],
  ])('a shown dead letter that is no event has no %s', (_what, text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
    expect(withoutSecrets(JSON.stringify({ note: text }))).toContain(shown);
  });
  it('a shown dead letter is truncated when it is long', () => {
    expect(withoutSecrets('a'.repeat(30_000))).toHaveLength(20_011);
  });
  it.each([['a'], ['ey-'], ['a@'], ['Bearer '], ['1'], ['ey.'], ['['], ['{"a":']])(
    'a dead letter that repeats %j is redacted within milliseconds',
    (piece) => {
      const began = process.threadCpuUsage();
      withoutSecrets(piece.repeat(100_000));
      withoutSecrets(JSON.stringify({ note: piece.repeat(100_000) }));
      expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 1_000);
    },
  );
  it('a shown dead letter omits its inner part when it is nested too deeply', () => {
    const deep = `${'['.repeat(5_000)}"siri"${']'.repeat(5_000)}`;
    expect(withoutSecrets(deep)).not.toContain('siri');
  });
  it('a shown dead letter may be empty or a plain value', () => {
    expect([withoutSecrets(''), withoutSecrets('null'), withoutSecrets('12')]).toEqual(['', 'null', '12']);
  });
});
