import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolMissing } from '../tool-missing.ts';

const LEAST_JAVA = 17;

/** Returns the directory of Kafka's jars and downloads missing ones. Throws ToolMissing. */
export function kafkaJars(): string {
  const directory = join(import.meta.dirname, '../../../node_modules/.cache/real-kafka');
  checkTools();
  fetchJars(join(import.meta.dirname, 'pom.xml'), directory);
  return directory;
}

/** Throws ToolMissing without Java 17 or later and without Maven. */
function checkTools(): void {
  const java = outputOf('java', ['--version'], `Java ${LEAST_JAVA}`);
  const major = Number(/(\d+)/.exec(java)?.[1]);
  if (!(major >= LEAST_JAVA)) throw new ToolMissing(`Java ${LEAST_JAVA} or later`);
  outputOf('mvn', ['--version'], 'Maven');
}

function outputOf(command: string, args: string[], tool: string): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (cause) {
    throw new ToolMissing(tool, { cause });
  }
}

/** Copies Kafka's jars (44 MB) from Maven Central into the directory, once. */
export function fetchJars(pom: string, directory: string): void {
  mkdirSync(directory, { recursive: true });
  if (readdirSync(directory).some((file) => file.startsWith('kafka_'))) return;
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${directory}`];
  execFileSync('mvn', ['-q', '-B', '-f', pom, ...goal], { stdio: 'inherit' });
}
