import { writeOrCheck } from '../write-or-check.ts';
import { contractFiles, eventBreaks, restBreaks } from './snapshots.ts';

const breaks = [...eventBreaks(), ...restBreaks()];

if (breaks.length > 0 && !process.argv.includes('--accept-breaks')) {
  console.error(`These changes break readers or clients:\n${breaks.map((what) => `- ${what}`).join('\n')}`);
  console.error('Publish a new version of an event and keep the form of a request or response.');
  console.error('For contracts that nobody uses yet: npm run generate -- --accept-breaks');
  process.exitCode = 1;
} else writeOrCheck(await contractFiles(), 'node tools/codegen/src/contracts/update.ts');
