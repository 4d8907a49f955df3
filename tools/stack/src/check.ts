import { existsSync, readdirSync } from 'node:fs';
import { inRepository } from './repository.ts';
import { captureNode, runNode } from './run.ts';

type Step = { name: string; args: string[]; live?: boolean };
type Outcome = { name: string; passed: boolean; seconds: number; output: string };

const bin = (path: string): string => inRepository(`node_modules/${path}`);

/** `--static` leaves the tests out. */
const isStatic = process.argv.includes('--static');

const steps: Step[] = [
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', args: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  ...projects().map((project) => ({
    name: `types ${project}`,
    args: [bin('typescript-7/bin/tsc'), '-p', `${project}/tsconfig.json`],
  })),
  ...(isStatic ? [] : [{ name: 'tests', args: [bin('vitest/vitest.mjs'), 'run'], live: true }]),
];

const outcomes: Outcome[] = [];
for (const step of steps) outcomes.push(report(await take(step)));
summarise(outcomes);

/** Every folder of the workspace with a TypeScript configuration of its own. */
function projects(): string[] {
  return ['libs', 'services', 'apps', 'tools']
    .filter((folder) => existsSync(inRepository(folder)))
    .flatMap((folder) => readdirSync(inRepository(folder)).map((name) => `${folder}/${name}`))
    .filter((project) => existsSync(inRepository(`${project}/tsconfig.json`)));
}

async function take({ name, args, live }: Step): Promise<Outcome> {
  const started = Date.now();
  const { code, output } = live ? { code: await runNode(args), output: '' } : await captureNode(args);
  return { name, passed: code === 0, seconds: (Date.now() - started) / 1000, output };
}

function report(outcome: Outcome): Outcome {
  console.log(`${mark(outcome)} ${outcome.name} (${outcome.seconds.toFixed(1)} s)`);
  if (!outcome.passed && outcome.output !== '') console.log(outcome.output.trimEnd());
  return outcome;
}

function summarise(all: Outcome[]): void {
  const failed = all.filter(({ passed }) => !passed);
  console.log(`\n${all.length - failed.length} of ${all.length} checks passed.`);
  for (const { name } of failed) console.log(`  failed: ${name}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function mark({ passed }: Outcome): string {
  return passed ? 'ok    ' : 'FAILED';
}
