import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { memorySuite } from './memory.ts';
import { eventsSuite, restSuite, startSuite } from './suites.ts';

const suites: Record<string, () => Promise<void>> = {
  start: startSuite,
  rest: restSuite,
  events: eventsSuite,
  memory: memorySuite,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !suites[name]);
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), commit ${commit}`);
for (const name of asked.length > 0 ? asked : Object.keys(suites)) {
  console.log(`\n# ${name}`);
  await suites[name]?.();
}
