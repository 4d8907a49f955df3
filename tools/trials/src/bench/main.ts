import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { besideSuite } from './beside.ts';
import { memorySuite } from './memory.ts';
import { benchScheduler } from './scheduler.ts';
import { eventsSuite, restSuite, startSuite } from './suites.ts';

const suites: Record<string, () => Promise<void>> = {
  start: startSuite,
  rest: restSuite,
  events: eventsSuite,
  memory: memorySuite,
};

const words = process.argv.slice(2);
if (words[0] === 'scheduler') process.exit(benchScheduler(words.slice(1)));
const other = words[0] === 'beside' ? words[1] : undefined;
const requested = other ? [] : words;
const unknown = requested.filter((name) => !suites[name]);
if (unknown.length > 0) {
  const available = [...Object.keys(suites), 'beside FOLDER', 'scheduler [FILE...]'].join(', ');
  console.error(`There is no suite ${unknown.join(', ')}; there are ${available}.`);
  process.exit(2);
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), commit ${commit}`);
if (other) await besideSuite(other);
else
  for (const name of requested.length > 0 ? requested : Object.keys(suites)) {
    console.log(`\n# ${name}`);
    await suites[name]?.();
  }
