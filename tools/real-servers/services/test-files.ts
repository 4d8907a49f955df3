import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Functions of `tools/testing` that start a server. */
const serverStart =
  /\b(startStack|startTestKafka|startTestMongo|startTestRedis|buildTestService|startStoreProcess)\(/;
const relativeImport = /from '(\.[^']+\.ts)'/g;

/** Whether a file, or one that it imports from its own project, starts a server. */
function uses(root: string, file: string, seen: Set<string>): boolean {
  if (seen.has(file) || !existsSync(join(root, file))) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  const imported = [...text.matchAll(relativeImport)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
  return serverStart.test(text) || imported.some((next) => uses(root, next, seen));
}

/** Lists tests of services and libraries that need MongoDB, Kafka or Redis, and all their drills, as paths from the root. */
export function testFiles(root: string): string[] {
  const drills = globSync('{services,libs}/*/src/**/*.drill.ts', { cwd: root });
  const tests = globSync('{services,libs}/*/src/**/*.test.ts', { cwd: root });
  return [...drills, ...tests.filter((file) => uses(root, file, new Set()))].toSorted();
}
