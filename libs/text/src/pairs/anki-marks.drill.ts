import { expect, it } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

const head = '#separator:tab\n#html:true\n#tags column:3\n';

it('hostile marks of 1 MB are read in time', () => {
  const fill = (part: string) => part.repeat(1_000_000 / part.length);
  const all = Array.from({ length: 99 }, (_, at) => `{{c${at + 1}::a}}`).join('');
  const parts = ['[sound:', '[sound:a]', ' ', '{{c1::', '{{c1::a}}', '{{c1::a::', '}}', '::', all];
  const before = process.threadCpuUsage();
  for (const part of parts) parsePairs(`${head}${fill(part)}\tb`);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(10_000);
});
