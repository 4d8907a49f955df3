/**
 * `npm run suite -- services [words]`: the tests of services and libraries on a real MongoDB, Kafka 4 and Redis. Words
 * select files by their paths. Exit code 2 when it cannot run.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { kafkaJars } from '../kafka/java.ts';
import { checkPlansAtSize, type Recording } from '../mongo/plans-at-size.ts';
import type { CostlyPlan } from '../mongo/plans.ts';
import { mongodPath } from '../mongo/real-server.ts';
import { isRedisHere, redisServer } from '../redis/real-server.ts';
import { ToolMissing } from '../tool-missing.ts';
import { startLender, type Tools } from './lender.ts';
import { unexcused } from './plan-exceptions.ts';
import { testFiles } from './test-files.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WORKERS = 2;
const NOT_RUN = 2;
const REPORT = join(ROOT, 'node_modules/.cache/suite-report.json');

interface Report {
  testResults: { name: string; status: string }[];
}

/** Lists the files that failed in the last run, as paths from the root. */
function failedFiles(): string[] {
  if (!existsSync(REPORT)) return [];
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(ROOT, name));
}

/** AGAIN chooses the failed files of the last run, or all when only plans failed. */
function choose(): string[] {
  const words = process.argv.slice(2);
  const all = testFiles(ROOT);
  const failed = process.env['AGAIN'] === undefined ? [] : failedFiles();
  const named = failed.length > 0 ? failed : all;
  return named.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
}

async function vitest(files: readonly string[], lender: string): Promise<number> {
  const cli = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const child = spawn(process.execPath, [cli, 'run', `--maxWorkers=${WORKERS}`, ...reports, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, REAL_ENGINES: lender },
  });
  const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGINT', passOn).on('SIGTERM', passOn);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', passOn).off('SIGTERM', passOn);
  return code ?? 1;
}

interface Finding extends CostlyPlan {
  /** Number of examined documents. */
  examined?: number;
}

/** Reports costly queries. Returns whether there are any. */
function report(plans: readonly Finding[], where: string): boolean {
  for (const { shape, isScan, isSort, examined } of plans) {
    const what = [
      isScan && 'reads the whole collection',
      isSort && 'sorts in memory',
      examined && `reads ${examined} documents for a few`,
    ].filter(Boolean);
    console.error(
      `FAIL: ${shape} ${what.join(' and ')} ${where}: an index is missing, or a reason in plan-exceptions.ts`,
    );
  }
  return plans.length > 0;
}

/** Explains the recorded queries with many documents. */
async function reportAtSize(mongod: string, recording: Recording): Promise<boolean> {
  const began = performance.now();
  const { costly, shapes, collections, small } = await checkPlansAtSize(mongod, recording);
  for (const { ns, count } of small)
    console.log(`${ns}: its plans were checked with ${count} documents, because no more could be created`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${shapes} query shapes of ${collections} collections with 10,000 documents explained in ${seconds} s`,
  );
  return report(unexcused(costly), 'of 10,000 documents');
}

async function runTests(tools: Tools, files: readonly string[]) {
  const began = performance.now();
  const lender = await startLender(tools, WORKERS);
  try {
    const code = await vitest(files, lender.url);
    const { kafka, mongo, redis } = lender.counts();
    const seconds = Math.round((performance.now() - began) / 1000);
    const summary =
      `${files.length} files in ${seconds} s; MongoDB was lent ${mongo.lent} times by ` +
      `${mongo.started} servers, Kafka 4 ${kafka.lent} times by ${kafka.started} nodes, Redis ${redis} times`;
    return { code, summary, lender };
  } finally {
    await lender.stop();
  }
}

async function runSuite(tools: Tools): Promise<number> {
  const files = choose();
  if (files.length === 0) throw new Error('No path of a test file contains these words.');
  const { code, summary, lender } = await runTests(tools, files);
  const { queries, collections } = lender;
  const found = [
    report(unexcused(lender.plans()), 'of its test'),
    await reportAtSize(tools.mongod, { queries: queries(), collections: collections() }),
  ];
  const isCostly = found.includes(true);
  const isFine = code === 0 && !isCostly;
  console.log(`${isFine ? 'PASS' : 'FAIL'}: ${summary}`);
  return code === 0 && !isFine ? 1 : code;
}

function toolsHere(): Tools {
  if (!isRedisHere()) throw new ToolMissing(redisServer);
  return { jars: kafkaJars(), mongod: mongodPath() };
}

try {
  process.exitCode = await runSuite(toolsHere());
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error;
  console.error(`NOT RUN: the services' tests on real servers: ${error.message}`);
  process.exitCode = NOT_RUN;
}
