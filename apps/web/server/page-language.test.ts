import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inLanguage } from './page-language.ts';

const index = readFileSync(join(import.meta.dirname, '../index.html'), 'utf8');
/** Words that are read without JavaScript: the description and the texts of `noscript`. */
const textsOf = (html: string) => {
  const description = /name="description"\s+content="([^"]+)"/.exec(html)?.[1] ?? '';
  const withoutScript = /<noscript>([^]*)<\/noscript>/.exec(html)?.[1] ?? '';
  return `${description} ${withoutScript.replaceAll(/<[^>]+>/g, ' ')}`.replaceAll(/\s+/g, ' ').trim();
};

it('a visitor without JavaScript reads the product and its price in English', () => {
  expect(inLanguage(index, 'en')).toBe(index);
  expect(textsOf(index)).toContain('KES 100 a month by M-Pesa');
});

it('a visitor who asks for Kiswahili reads no English word before the client runs', () => {
  const page = inLanguage(index, 'sw');
  expect(page).toContain('<html lang="sw"');
  expect(textsOf(page)).toContain('KES 100 kwa mwezi');
  expect(textsOf(page)).not.toMatch(/\b(?:the|cards?|month|needs|free|from|your)\b/);
});
