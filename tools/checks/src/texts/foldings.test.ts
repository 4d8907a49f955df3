import { describe, expect, it } from 'vitest';
import { projects, read, sourcesOf } from '../files.ts';
import { exceptions, foldingsIn } from './foldings.ts';

const files = projects
  .filter((project) => !project.startsWith('tools/'))
  .flatMap((project) => sourcesOf(project).map((file) => `${project}/${file}`));

describe('text is folded by libs/text alone', () => {
  it('only libs/text folds text in the code of the repository', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap((file) => foldingsIn(file, read(file)))).toEqual([]);
  });

  it('exceptions of the check for folded text exist and give a reason', () => {
    const unused = exceptions.filter(({ at }) => !files.some((file) => at.test(file)));
    expect(unused).toEqual([]);
    expect(exceptions.filter(({ reason }) => !/^[A-Z].{15,}\.$/.test(reason))).toEqual([]);
  });

  it.each([
    'name.toLowerCase() === other.toLowerCase()',
    'title.toLocaleUpperCase()',
    "key['normalize']('NFD')",
    'names.toSorted((one, other) => one.localeCompare(other))',
    'const order = new Intl.Collator("sw").compare',
    'text.replace(/\\p{M}/gu, "")',
    'line.split(/\\s[-–—]\\s/)',
    'line.split(/\\s*(?:->|→)\\s*/u)',
    'const columns = /[;；]/g',
    'line.replace(/^(?:q|question):\\s*/i, "")',
    'if (/^[QA][:：]/.test(line)) return',
    'lines.filter((line) => /^(?:swali|jibu):/i.test(line))',
    'text.replace(/[\\p{Mn}\\p{Cf}]/gu, "")',
  ])('the check for folded text reports %s', (line) => {
    expect(
      foldingsIn('services/decks/src/domain/deck.ts', `export const planted = 1;\n${line};\n`),
    ).toHaveLength(1);
  });

  it.each([
    '// never toLowerCase() here: use `.toLowerCase()` of nobody',
    '/** What `.normalize()` would do. */',
    'name.charAt(0).toUpperCase() + name.slice(1)',
    "import { searchKey } from '@kumbuka/text'",
    "const dash = '–'; const path = /^[\\w:/-]+$/.test(dash)",
    "const url = 'https://kumbuka.example'; searchKey(url)",
  ])('the check for folded text accepts %s', (line) => {
    expect(foldingsIn('services/decks/src/domain/deck.ts', `${line}\n`)).toEqual([]);
  });
});
