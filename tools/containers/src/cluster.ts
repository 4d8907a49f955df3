import { serviceNames } from '@kumbuka/contracts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildKubernetes } from './cluster/kubernetes.ts';
import { startEngine } from './engine.ts';
import { composeWith } from './compose.ts';
import { buildStandIns, prepareBase } from './images.ts';
import { ask, EngineMissing, orMissing, run, succeeds } from './shell.ts';

/**
 * `npm run cluster`: a real API server, scheduler, kubelet and kube-proxy of one node, with the manifests of k8s/ and
 * our images in it: rolled out, smoke-tested, updated and rolled back under load. The cluster lives in namespaces of
 * the kernel that end with its first process: its network, mounts and processes go with them. Ends with 2 and NOT RUN
 * where what it needs is not there.
 */
const notRun = 2;
const tools = ['etcd', 'containerd', 'ctr', 'runc', 'iptables', 'conntrack', 'unshare', 'ip'];
const plugins = '/usr/lib/cni';
const groups = '/sys/fs/cgroup';
const ours = ['topics', ...serviceNames, 'gateway', 'rest-facade', 'web'];
const standIns = ['pause', 'stores', 'redis', 'kafka'];
/** The trial itself takes four minutes on two cores. */
const longestMs = 900_000;
const endedWithinMs = 10_000;
/** The group of all pods counts as one process among those of the machine unless it is said otherwise. */
const cpuShares = 16 * 1024;
/** What kubelet sets for the whole machine. */
const kernelSettings = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
].map((name) => `/proc/sys/${name}`);

try {
  refuseWithoutTools();
  const kubernetes = buildKubernetes();
  await inScratch(async (home) => {
    const images = await saveImages(home);
    process.exitCode = await tryCluster(home, kubernetes, images);
  });
} catch (error) {
  if (!(error instanceof EngineMissing)) throw error;
  console.error(`NOT RUN: a cluster: ${error.message}`);
  process.exitCode = notRun;
}

function refuseWithoutTools(): void {
  if (process.getuid?.() !== 0) throw new EngineMissing('only root may make namespaces');
  const missing = tools.filter((tool) => !succeeds('which', [tool]));
  if (!succeeds('test', ['-x', join(plugins, 'ptp')])) missing.push(`the plugins of ${plugins}`);
  if (missing.length > 0) throw new EngineMissing(`${missing.join(', ')} cannot be found`);
  if (!succeeds('test', ['-d', join(groups, 'cpu')]))
    throw new EngineMissing('the cgroups are not of version 1, and others were not tried');
  if (!succeeds('unshare', ['--mount', '--net', '--pid', '--fork', 'true']))
    throw new EngineMissing('namespaces cannot be made');
}

async function inScratch(work: (home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync('/tmp/kumbuka-cluster-');
  try {
    await work(home);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Builds what is not built yet; tells the size of each image. */
async function saveImages(home: string): Promise<string> {
  const engine = await startEngine();
  try {
    orMissing('the base images cannot be made', () => {
      if (prepareBase().registry) console.log('A registry answers; the stand-ins are tried all the same.');
      buildStandIns();
    });
    composeWith(['docker-compose.yml'])(['build', '-q']);
    console.log(
      ask('docker', ['images', '--filter', 'reference=kumbuka/*', '--format', '{{.Repository}} {{.Size}}']),
    );
    const file = join(home, 'images.tar');
    run('docker', ['save', '-o', file, ...[...ours, ...standIns].map((name) => `kumbuka/${name}`)]);
    return file;
  } finally {
    await engine.stop();
  }
}

async function tryCluster(home: string, kubernetes: string, images: string): Promise<number> {
  const cgroup = home.split('/').at(-1) ?? '';
  const controllers = readdirSync(groups).map((name) => join(groups, name, cgroup));
  const settings = kernelSettings.map((file) => [file, readFileSync(file, 'utf8')] as const);
  for (const folder of controllers) mkdirSync(folder, { recursive: true });
  writeFileSync(join(groups, 'cpu', cgroup, 'cpu.shares'), String(cpuShares));
  const inside = join(import.meta.dirname, 'cluster/inside.ts');
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
  const command = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    inside,
    home,
    `/${cgroup}`,
    kubernetes,
    images,
  ];
  const child = spawn('unshare', [...namespaces, ...command], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill('SIGKILL'));
  const deadline = setTimeout(() => {
    console.error(`It was not done within ${longestMs} ms.`);
    child.kill('SIGKILL');
  }, longestMs);
  try {
    const [code] = await once(child, 'exit');
    if (code !== 0) tellLogs(join(home, 'logs'));
    return code ?? 1;
  } finally {
    clearTimeout(deadline);
    for (const [file, value] of settings) writeFileSync(file, value);
    for (const folder of controllers) await removeGroup(folder);
  }
}

function tellLogs(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
    console.error([`--- ${name}`, ...lines.slice(-15).map((line) => line.slice(0, 400))].join('\n'));
  }
}

/** A group of processes that were killed, those within it first; it is busy until the last of them has ended. */
async function removeGroup(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroup(join(folder, entry.name));
  for (const end = performance.now() + endedWithinMs; ; await sleep(50)) {
    try {
      return rmdirSync(folder);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
