import { render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DeckCard } from '../ui/deck/deck-card.tsx';
import { FlipCard } from '../ui/card/flip-card.tsx';

const languageOf = (text: string) => screen.getByText(text).closest('[lang]')?.getAttribute('lang');

const deck = {
  description: null,
  mastery: null,
  counts: { due: 0, fresh: 0, total: 0 },
  ticks: [],
  actions: null,
};

it('the texts of a Kiswahili deck in an English page are not called English; the words of the page are', () => {
  document.documentElement.lang = 'en';
  render(<DeckCard {...deck} title="Methali" subject="Lugha" description="Methali za kale" />);
  expect(['Methali', 'Lugha', 'Methali za kale'].map(languageOf)).toEqual(['', '', '']);
  expect(languageOf('No cards yet')).toBe('en');
});

it('the words for a missing description and subject are in the language of the page', () => {
  document.documentElement.lang = 'en';
  render(<DeckCard {...deck} title="Methali" subject={null} />);
  expect(['No description available.', 'No Subject'].map(languageOf)).toEqual(['en', 'en']);
});

it('both sides of a card are in an unknown language, and run in their own direction', () => {
  render(<FlipCard question="ما هو النيل؟" answer="Nehri" flipped={false} onFlip={() => {}} />);
  const sides = ['ما هو النيل؟', 'Nehri'].map((text) => screen.getByText(text));
  expect(sides.map((side) => [side.getAttribute('lang'), side.dir])).toEqual([
    ['', 'auto'],
    ['', 'auto'],
  ]);
});

/** A direction for texts of people that says nothing of their language. */
const withoutLanguage = /dir="auto"|dir: 'auto'|<bdi(?![^>]*\{\.\.\.(?:ownText\}|textIn\())/;

it.each(['<p dir="auto">', '<bdi>{title}</bdi>', '<bdi key="a">', "const own = { dir: 'auto' };"])(
  'the check finds the element %j, which does not set the language of its text',
  (code) => expect(code).toMatch(withoutLanguage),
);

it('both sides of a card are in the languages that their deck names', () => {
  const languages = { front: 'fr', back: 'sw' };
  const sides = { question: 'le fleuve', answer: 'mto' };
  render(<FlipCard {...sides} languages={languages} flipped={false} onFlip={() => {}} />);
  expect(['le fleuve', 'mto'].map(languageOf)).toEqual(['fr', 'sw']);
});

it('every element for texts of people also declares their language', () => {
  const source = join(import.meta.dirname, '../..');
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !['shared/format/own-text.ts', 'shared/theme/theme.ts'].includes(file))
    .filter((file) => withoutLanguage.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual([]);
});

/** A translated sentence parses tags in its values, so that a deck `<b>` would lose its title. */
const parsedText = /<Trans>(?:(?!<\/Trans>)[^])*\{\.\.\.ownText\}>/;

it('no text of people is a value of a translated sentence, which would remove what looks like mark-up', () => {
  expect('<Trans>For <bdi {...ownText}>{title}</bdi></Trans>').toMatch(parsedText);
  const source = join(import.meta.dirname, '../..');
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => parsedText.test(readFileSync(join(source, file), 'utf8')));
  expect(found).toEqual([]);
});
