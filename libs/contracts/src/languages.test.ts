import { describe, expect, it } from 'vitest';
import { acceptedLanguage } from './languages.ts';

describe('the language of a browser', () => {
  it.each([
    ['sw', 'sw'],
    ['sw-KE', 'sw'],
    ['SW-tz', 'sw'],
    ['sw-KE,sw;q=0.9,en-US;q=0.8,en;q=0.7', 'sw'],
    ['en;q=0.5, sw;q=0.9', 'sw'],
    ['fr-FR, sw;q=0.4, en;q=0.3', 'sw'],
    ['en-GB,en;q=0.9,sw;q=0.8', 'en'],
    ['sw;q=0, en;q=0.1', 'en'],
    ['en, sw', 'en'],
  ])('the header %s selects the language %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });

  it.each([
    [undefined],
    [''],
    ['*'],
    ['fr, de;q=0.5'],
    ['swa'],
    ['sw;q=0'],
    ['sw;q=x'],
    [`sw,${'x'.repeat(500)}`],
  ])('the header %s selects no language', (header) => {
    expect(acceptedLanguage(header)).toBeNull();
  });
});
