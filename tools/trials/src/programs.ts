import { spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, endTrial } from './checks.ts';
import { newLearner } from './learner.ts';
import { adminKey } from './operators/operator.ts';
import { startProduct, withoutLimits } from './product.ts';

/**
 * Programs of others call a started product by its OpenAPI document. Schemathesis sends what the document allows and
 * forbids; clients that openapi-python-client and openapi-typescript generate sign up, study and pay. FUZZ_SECONDS takes
 * a longer time and a fresh seed (SEED repeats one). Ends with 2 and NOT RUN where pip or npm cannot install them.
 */
const pythonPackages = ['schemathesis==4.32.5', 'openapi-python-client==0.29.1'];
const nodePackages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'];
const fuzzSeconds = process.env['FUZZ_SECONDS'] ?? '120';
const seed =
  process.env['SEED'] ?? (process.env['FUZZ_SECONDS'] === undefined ? '41' : String(randomInt(2 ** 31)));

const root = join(import.meta.dirname, '../../..');
const programs = join(import.meta.dirname, '../programs');

function run(command: string, args: string[], env: Record<string, string> = {}, cwd = root) {
  const { status, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  return { isDone: status === 0, output: stdout ?? '' };
}

/** Folder with the programs, which are installed once; null where they cannot be had. */
function installed(): string | null {
  const versions = createHash('sha256')
    .update([...pythonPackages, ...nodePackages].join())
    .digest('hex');
  const folder = join(root, 'node_modules/.cache', `programs-${versions.slice(0, 16)}`);
  if (existsSync(join(folder, 'complete'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pip = join(folder, 'python/bin/pip');
  const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const isComplete =
    run('python3', ['-m', 'venv', join(folder, 'python')]).isDone &&
    run(pip, ['install', '--quiet', '--disable-pip-version-check', ...pythonPackages]).isDone &&
    run('npm', ['install', '--prefix', folder, ...npmFlags, ...nodePackages]).isDone;
  if (isComplete) writeFileSync(join(folder, 'complete'), '');
  return isComplete ? folder : null;
}

const folder = installed();
if (!folder) {
  console.error('NOT RUN: programs of others: pip or npm cannot install them here.');
  process.exit(2);
}

const many = '1000000';
const product = await startProduct({
  env: {
    ...withoutLimits,
    ADMIN_KEY: adminKey,
    IP_LOGINS_PER_5_MINUTES: many,
    IP_CODES_PER_HOUR: many,
    IP_SIGNUPS_PER_HOUR: many,
    IP_CODE_TRIES_PER_HOUR: many,
    CHECKOUTS_PER_HOUR: many,
  },
});
const { rest } = product;
const python = (name: string) => join(folder, 'python/bin', name);
const node = (name: string) => join(folder, 'node_modules/.bin', name);
const document = join(folder, 'openapi.json');
writeFileSync(document, await (await fetch(new URL('/openapi.json', rest))).text());

/** Prints the number of answers, the answers of the session, the error of a missing deck, the plan, and its end. */
function tryClient(
  language: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  planEnd: string,
) {
  const learner = `${language}-${randomInt(2 ** 31)}@example.org`;
  const { output } = run(command, args, { KUMBUKA_REST: rest, KUMBUKA_EMAIL: learner, ...env });
  const wanted = `1 1 DECK_NOT_FOUND active ${planEnd}`;
  check(
    output.trim() === wanted,
    `a generated client in ${language} signs up, studies and pays: ${output.trim()}`,
  );
}

function tryPython(into: string) {
  const client = join(into, 'python-client');
  const args = ['generate', '--path', document, '--output-path', client, '--overwrite'];
  // The generator formats its code with ruff, which nobody needs here.
  const config = join(into, 'python-client.json');
  writeFileSync(config, JSON.stringify({ post_hooks: [] }));
  const { isDone, output } = run(python('openapi-python-client'), [
    ...args,
    '--config',
    config,
    '--fail-on-warning',
  ]);
  check(isDone, `a Python client is generated without a warning${isDone ? '' : `: ${output}`}`);
  tryClient('python', python('python'), [join(programs, 'learner.py')], { PYTHONPATH: client }, 'datetime');
}

function tryTypeScript(into: string) {
  const types = join(into, 'openapi.d.ts');
  check(run(node('openapi-typescript'), [document, '-o', types]).isDone, 'TypeScript types are generated');
  for (const name of ['learner.mts', 'tsconfig.json']) copyFileSync(join(programs, name), join(into, name));
  const { isDone, output } = run(node('tsc'), ['-p', into]);
  check(isDone, `a client of these types compiles under strict rules${isDone ? '' : `: ${output}`}`);
  tryClient('typescript', process.execPath, [join(into, 'learner.mjs')], {}, 'an end');
}

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
];

async function tryAnything(into: string) {
  const [learner, leaving] = [await newLearner(rest), await newLearner(rest, 'leaving')];
  const { isDone, output } = run(
    python('schemathesis'),
    [
      'run',
      document,
      '--url',
      rest,
      '--checks',
      checks.join(),
      '--seed',
      seed,
      '--max-time',
      fuzzSeconds,
      '--request-timeout',
      '30',
      '--workers',
      '1',
    ],
    {
      PYTHONPATH: programs,
      SCHEMATHESIS_HOOKS: 'hooks',
      KUMBUKA_REST: rest,
      KUMBUKA_ADMIN_KEY: adminKey,
      KUMBUKA_TOKEN: learner.token,
      KUMBUKA_LEAVING_EMAIL: leaving.email,
      KUMBUKA_LEAVING_PASSWORD: leaving.password,
    },
    into,
  );
  if (!isDone) console.log(output);
  const count = /\d+ generated.*/.exec(output)?.[0] ?? 'no request';
  check(isDone, `everything that the API answers is in its document (seed ${seed}: ${count})`);
}

tryPython(folder);
tryTypeScript(folder);
await tryAnything(folder);
await product.stop();
endTrial('Programs of others get what the document says.');
