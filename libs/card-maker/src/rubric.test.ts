import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Draft } from './draft.ts';
import { makeCards, readCards } from './make-cards.ts';
import { benchmarkTexts } from './testing/benchmark-texts.ts';
import { faultsOf, lostLines } from './testing/rubric.ts';

const folder = new URL('./testing/texts/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

interface JudgedText {
  name: string;
  text: string;
}

const texts: JudgedText[] = [
  ...readdirSync(folder).map((name) => ({ name: name.replace('.txt', ''), text: read(name) })),
  ...benchmarkTexts.map(({ kind, language, text }, at) => ({
    name: `${at + 1} ${kind} (${language})`,
    text,
  })),
];
const cases = texts.map(({ name, text }) => [name, text] as const);

/** The cards of each text as a reader judged them: true, grammatical, understood alone, worth learning. */
const sheet = z
  .record(
    z.string(),
    z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        verdict: z.enum(['usable', 'weak', 'untrue', 'ungrammatical']),
        reason: z.string().optional(),
      }),
    ),
  )
  .parse(JSON.parse(readFileSync(new URL('./testing/sheet.json', import.meta.url), 'utf8')));
const count = 15;
const minUsableShare = 0.97;

describe('the sheet', () => {
  it.each(cases)('the cards of %s are the ones that were judged', (name, text) =>
    expect(makeCards(text, count).map(({ question, answer }) => ({ question, answer }))).toEqual(
      sheet[name]?.map(({ question, answer }) => ({ question, answer })),
    ),
  );

  it('at least 97 of 100 cards are usable, none is untrue, and none is ungrammatical', () => {
    const all = Object.values(sheet).flat();
    expect(all.filter(({ verdict }) => verdict === 'untrue' || verdict === 'ungrammatical')).toEqual([]);
    expect(all.filter(({ verdict }) => verdict === 'usable').length / all.length).toBeGreaterThanOrEqual(
      minUsableShare,
    );
  });
});

describe('the rubric', () => {
  it.each(cases)('no card of %s has a fault', (_name, text) =>
    expect(
      makeCards(text, 30).flatMap((card) => faultsOf(card, text).map((fault) => `${card.question} ${fault}`)),
    ).toEqual([]),
  );

  it.each(
    benchmarkTexts.filter(({ kind }) => kind === 'word list').map(({ text }) => [text.slice(0, 20), text]),
  )('no line of %s is lost', (_name, text) =>
    expect(lostLines(text ?? '', readCards(text ?? '', 30))).toEqual([]),
  );

  it.each(
    texts
      .filter(({ name }) => /definitions \((?:en|sw)\)|glossary|sarufi|trade$/.test(name))
      .map(({ name, text }) => [name, text]),
  )('at least half of the cards of %s, a text of definitions, are questions', (_name, text) => {
    const cards = makeCards(text ?? '', 30);
    const questions = cards.filter(({ question }) => !question.includes('_____'));
    expect(questions.length * 2).toBeGreaterThanOrEqual(cards.length);
  });

  const text =
    'Capitals\nKenya: Nairobi\nUganda: Kampala\n\nTrade is the exchange of goods, services and money. Menelik fought against Italy in 1896. ' +
    'Nairobi ambayo ni mji mkuu wa Kenya ilianzishwa mwaka 1899. It lies in Africa. The Battle of Adwa was fought in 1896.';
  const card = (question: string, answer: string, source: string): Draft => ({ question, answer, source });

  it.each([
    [
      'a name in small letters',
      card('In which year did menelik fight?', '1896', 'Menelik fought against Italy in 1896.'),
    ],
    [
      'a name in small letters',
      card('When was the battle of adwa fought?', '1896', 'The Battle of Adwa was fought in 1896.'),
    ],
    ['a list turned round', card('What is the capital of Nairobi?', 'Kenya', 'Kenya: Nairobi')],
    ['a list turned round', card('Capitals: Nairobi?', 'Kenya', 'Kenya: Nairobi')],
    [
      'a fact cut off',
      card('What is Trade?', 'the exchange of goods', 'Trade is the exchange of goods, services and money.'),
    ],
    [
      'a clause as a subject',
      card(
        'Nairobi ambayo ni nini?',
        'mji mkuu wa Kenya ilianzishwa mwaka 1899',
        'Nairobi ambayo ni mji mkuu wa Kenya ilianzishwa mwaka 1899.',
      ),
    ],
    [
      'a verb that is none',
      card('What do Menelik do?', 'fought against Italy', 'Menelik fought against Italy in 1896.'),
    ],
    [
      'an answer that the text does not have',
      card('What is Trade?', 'buying cheaply', 'Trade is the exchange of goods, services and money.'),
    ],
    [
      'a gap that refers to another sentence',
      card('Fill in the gap: "It lies in _____."', 'Africa', 'It lies in Africa.'),
    ],
    [
      'a gap in a changed sentence',
      card(
        'Fill in the gap: "Menelik fought _____ in 1896."',
        'Italy',
        'Menelik fought against Italy in 1896.',
      ),
    ],
    ['an empty answer', card('What is Trade?', ' ', 'Trade is the exchange of goods, services and money.')],
    [
      'another event',
      card('In which year was Italy fought?', '1896', 'The Battle of Adwa was fought in 1896.'),
    ],
  ])('a planted card with %s fails', (_kind, planted) => expect(faultsOf(planted, text)).not.toEqual([]));

  it('a lost line is found', () =>
    expect(
      lostLines('mti - tree\nmaji - water', { cards: [card('mti', 'tree', 'mti - tree')], repeats: [] }),
    ).toEqual(['maji - water']));

  it.each(cases)('text %s yields at least one card', (_name, each) =>
    expect(makeCards(each, 30).length).toBeGreaterThan(0),
  );
});
