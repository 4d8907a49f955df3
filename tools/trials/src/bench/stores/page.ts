import { show } from '../../product/measure.ts';
import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import type { Row } from './row.ts';

interface Line {
  id: string;
  title: string;
  digits: number;
  /** Limit for one process: minimum of a rate, maximum of a latency. */
  floor?: number;
  isMax?: boolean;
}

interface Measured {
  embedded: readonly Row[];
  real: readonly Row[] | null;
  rounds: number;
  seconds: number;
  accounts: number;
  answers: number;
}

function linesOf({ accounts }: Measured): Line[] {
  const restLines = (name: string, floor: number, floorOfP99: Partial<Line> = {}): Line[] => [
    { id: `${name} rate`, title: `\`${name}\`, requests per second`, digits: 0 },
    { id: `${name} rate over bare`, title: 'the same over a bare server', digits: 2, floor },
    { id: `${name} p99`, title: `\`${name}\`, 99th percentile in ms`, digits: 1 },
    { id: `${name} p99 over bare`, title: 'the same over a bare server', digits: 1, ...floorOfP99 },
  ];
  return [
    ...restLines('GET /decks', 0.75),
    ...restLines('POST /progress', 0.08, { floor: 10, isMax: true }),
    ...restLines('GET /dashboard', 0.6),
    { id: 'catching up', title: 'catching up, events applied per second', digits: 0 },
    { id: 'catching up over raw', title: 'the same over a raw consumer', digits: 2, floor: 0.15 },
    { id: 'deletion', title: `deletion of ${accounts.toLocaleString('en')} accounts, seconds`, digits: 1 },
  ];
}

function cellOf(rows: readonly Row[] | null, { id, digits, floor, isMax = false }: Line): string {
  const value = rows?.find((row) => row.id === id)?.value;
  if (value === undefined) return '';
  const isMissed = floor !== undefined && (isMax ? value > floor : value < floor);
  return `${show(value, digits)}${isMissed ? ' (missed)' : ''}`;
}

const floorText = ({ floor, isMax = false }: Line) =>
  floor === undefined ? '' : `${isMax ? 'at most' : 'at least'} ${floor}`;

export function tableOf(measured: Measured): string {
  const rows = linesOf(measured).map((line) => [
    line.title,
    cellOf(measured.embedded, line),
    cellOf(measured.real, line),
    floorText(line),
  ]);
  const header = ['row', 'embedded MongoDB', 'MongoDB 6.0.5', 'floor'];
  return [header, ['---', '---:', '---:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export function pageOf(measured: Measured): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const [cpu] = cpus();
  const { rounds, seconds, answers } = measured;
  const note = process.env['BENCH_NOTE'];
  const loads = loadavg()
    .map((load) => show(load))
    .join(', ');
  return `# Performance

Made by \`BENCH_PAGE=1 npm run trial -- bench stores\`; do not edit. The page shows the product on the embedded MongoDB beside the same
rows on a real one, and the floors that it must reach.

Measured ${new Date().toISOString().slice(0, 10)} at commit ${commit}: Node ${process.version}, ${cpus().length} cores (${cpu?.model.trim()}), load average
${loads} at the end (1, 5 and 15 minutes). Product, stores and load share the cores; \`mongod\` keeps its data in memory.

${note === undefined ? '' : `${note}\n\n`}${tableOf(measured)}

- **Compare ratios only.** Rates and milliseconds depend on the machine. A ratio is the median of ${rounds} rounds of ${seconds} s, in which
  the two sides take turns.
- **Bare server**: Fastify and the driver on the same MongoDB, with one find, two finds or one insert that is acknowledged by
  the journal and the majority (\`tools/trials/src/bench/stores/bare-server.ts\`). It looks up the bearer; it has no limits, no outbox and no events.
- **REST**: 32 connections, each a learner with a deck of ten cards; the product is one process (\`npm start\`).
- **Catching up**: Kafka is unavailable while learners give at least ${answers.toLocaleString('en')} answers; then \`decks\` and \`admin\` apply an event of each. The
  time counts from the first published event to the last applied one. The raw consumer is kafkajs; it reads the same
  number of messages and does nothing with them.
- **Deletion**: demo accounts without decks, strategy TURBO.
`;
}
