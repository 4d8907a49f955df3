import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../error-catalogue.ts';
import { fill, valuesIn } from '../templates.ts';
import { validationSentences } from '../validation-sentences.ts';
import { errorsInKiswahili } from './errors.ts';
import { inKiswahili, problemInKiswahili } from './problems.ts';

const namesIn = (text: string) => text.match(/\{\w+\}/g)?.toSorted() ?? [];
const numbersIn = (text: string) => text.match(/[\d,]*\d/g)?.toSorted() ?? [];

describe('an error in Kiswahili', () => {
  it.each(Object.entries(errorCatalogue))(
    'a translated error differs from the English sentence and has the same numbers: %s',
    (name, { sentence }) => {
      const spoken = errorsInKiswahili[name as keyof typeof errorCatalogue];
      expect(spoken).not.toBe(sentence);
      expect(numbersIn(spoken)).toEqual(numbersIn(sentence));
      expect(inKiswahili(sentence)).toBe(spoken);
    },
  );

  it.each(Object.entries(validationSentences))(
    'a translated sentence about a field keeps the values of the English one: %s',
    (_name, { en, sw }) => {
      const values = { count: 3, min: 1, max: 7, values: 'a, b', names: 'x, y' };
      expect(namesIn(sw)).toEqual(namesIn(en));
      expect(inKiswahili(fill(en as string, values))).toBe(fill(sw, values));
    },
  );

  it.each([
    'No deck IDs provided',
    'No flashcards found.',
    'PersistedQueryNotSupported',
    'Cannot query field "x" on type "Query".',
    'Must be nobody knows what.',
  ])('a text that programs compare or developers read stays English: %s', (message) => {
    expect(problemInKiswahili({ message })).toBeNull();
  });

  it('names its field when the English sentence does', () => {
    const details = [{ path: 'weekly_goal', message: 'Must be at most 10000.' }];
    expect(problemInKiswahili({ message: 'The field weekly_goal must be at most 10000.', details })).toEqual({
      message: 'Sehemu weekly_goal: isizidi 10000.',
      details: [{ path: 'weekly_goal', message: 'Isizidi 10000.' }],
    });
    const problem = { path: 'email', message: 'Invalid email address' };
    expect(problemInKiswahili({ message: problem.message, details: [problem] })?.message).toBe(
      'Anwani ya barua pepe si sahihi',
    );
  });

  it('a template reads no values from a text of another template', () => {
    expect(
      valuesIn(validationSentences.minUsernameLength, 'Username must be at most 3 characters'),
    ).toBeNull();
  });
});
