import { expect, it } from 'vitest';
import { patternOf } from './subject-pattern.ts';

const subjects = [
  'Biology',
  'Chemistry',
  'History',
  'Kiswahili',
  'Mathematics',
  'Physics',
  'Geography',
  'CRE',
];

it('the pattern of a subject is the same with space around it', () => {
  expect(patternOf(' Biology ')).toEqual(patternOf('Biology'));
});

it('usual subjects have patterns of their own', () => {
  const patterns = subjects.map((subject) => JSON.stringify(patternOf(subject)));
  expect(new Set(patterns).size).toBe(subjects.length);
});

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

it('the print of every pattern is visible on its cloth', () => {
  const patterns = Array.from({ length: 64 }, (_, index) => patternOf(`Subject ${index}`));
  const faint = patterns.filter(
    ({ cloth, print }) => (luminance(print) + 0.05) / (luminance(cloth) + 0.05) < 3,
  );
  expect(faint).toEqual([]);
});
