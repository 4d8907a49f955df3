import { describe, expect, it } from 'vitest';
import { joinDividedWords } from './line-ends.ts';

describe('a word divided at a line end', () => {
  it.each([
    ['sun\u00ad\nlight', 'sunlight'],
    ['mito\u2010\nchondrion', 'mitochondrion'],
    ['sun\u00adlight', 'sunlight'],
    ['photo-\nsynthesis', 'photosynthesis'],
    ['photo- \n  synthesis', 'photosynthesis'],
    ['Photosynthesis is it. The photo-\nsynthesis', 'Photosynthesis is it. The photosynthesis'],
    ['well-\nknown', 'well-known'],
    ['mother-\nin-law', 'mother-in-law'],
    ['Guinea-\nBissau', 'Guinea-Bissau'],
    ['the blood red. blood-\nred', 'the blood red. blood-red'],
    ['1914-\n1918', '1914-1918'],
    ['- one\n- two', '- one\n- two'],
    ['a dash -\nhere', 'a dash -\nhere'],
    ['well-known', 'well-known'],
    ['maendeleo ya kilimo- \n\nNext', 'maendeleo ya kilimo- \n\nNext'],
    ['nukuu-\n\u0647', 'nukuu-\u0647'],
  ])('divided text %j becomes %j', (text, joined) => expect(joinDividedWords(text)).toBe(joined));

  it('the divided words of a hostile text are found in time', () => {
    const before = process.threadCpuUsage();
    joinDividedWords('a'.repeat(200_000));
    joinDividedWords('a-\n'.repeat(20_000));
    joinDividedWords(`-${' '.repeat(200_000)}`);
    joinDividedWords('- '.repeat(100_000));
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_500);
  });
});
