import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../images.ts';
import { EngineMissing, orMissing, run, succeeds } from '../shell.ts';

const sources = join(import.meta.dirname, '../../cluster');
const cache = join(root, 'node_modules/.cache/cluster');
const version = '1.36.3';

const keyOf = (files: readonly string[]) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(sources, file)));
  return hash.digest('hex').slice(0, 16);
};

/** One that takes our module; Debian's is too old to, and to fetch one that would. */
function findGo(): string {
  const go = ['go', '/usr/local/go/bin/go'].find((each) =>
    succeeds(each, ['env', '-C', sources, 'GOVERSION']),
  );
  if (go === undefined) throw new EngineMissing('there is no Go that can build Kubernetes');
  return go;
}

/** Go's own caches take 3 GB; they go when the binary is there, unless they are the machine's. */
function goCaches() {
  const own = join(cache, 'go');
  const { GOCACHE = join(own, 'build'), GOMODCACHE = join(own, 'modules') } = process.env;
  return { env: { GOCACHE, GOMODCACHE }, remove: () => rmSync(own, { recursive: true, force: true }) };
}

/**
 * Every process of Kubernetes in one binary, built of its Go modules: 6 minutes at the first run, nothing as long as
 * the sources stay as they are.
 */
export function buildKubernetes(): string {
  const binary = join(cache, `kubernetes-${keyOf(['go.mod', 'go.sum', 'main.go'])}`);
  if (existsSync(binary)) return binary;
  const go = findGo();
  const { env: caches, remove } = goCaches();
  const env = { ...process.env, ...caches, CGO_ENABLED: '0' };
  mkdirSync(cache, { recursive: true });
  const linking = `-s -w -X k8s.io/component-base/version.gitVersion=v${version}`;
  const flags = ['-C', sources, '-trimpath', '-modcacherw', '-ldflags', linking, '-o', `${binary}.new`, '.'];
  orMissing('the modules of Kubernetes cannot be fetched', () =>
    run(go, ['mod', 'download', '-C', sources], { env }),
  );
  run(go, ['build', ...flags], { env });
  renameSync(`${binary}.new`, binary);
  remove();
  return binary;
}
