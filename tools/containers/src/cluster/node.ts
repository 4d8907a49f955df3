import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { run, succeeds } from '../shell.ts';
import {
  apiPort,
  containerdSettings,
  containerdSocket,
  etcdAddress,
  kubeconfig,
  kubeletSettings,
  node,
  type Place,
  podNetwork,
  proxySettings,
  services,
} from './settings.ts';

const patienceMs = 120_000;

/** A cluster of one node; whoever ends its namespaces ends all of it. */
export interface Cluster {
  /** Runs kubectl in plain sight. */
  kubectl(...args: string[]): Promise<void>;
  /** What kubectl says. */
  tell(...args: string[]): Promise<string>;
  /** Runs containerd's client. */
  ctr(...args: string[]): Promise<void>;
  /** Starts what runs pods. */
  startNode(images: string): Promise<void>;
}

const execute = promisify(execFile);
const answerBytes = 64 * 1024 * 1024;

/** What a command says, while the load goes on; throws when it fails. */
async function ask(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(command, args, { maxBuffer: answerBytes });
  return stdout;
}

/** Asks until it is so. */
async function until(isSo: () => boolean, what: string, withinMs = patienceMs): Promise<void> {
  const end = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`${what} is not so after ${withinMs} ms`);
    await sleep(250);
  }
}

/** A process of the cluster: its output is a file, and its end the end of everything. */
function start(place: Place, name: string, command: string, args: readonly string[]): void {
  const log = openSync(join(place.home, 'logs', `${name}.log`), 'a');
  const child = spawn(command, args, { stdio: ['ignore', log, log] });
  child.once('exit', (code, signal) => {
    throw new Error(`${name} ended with ${code ?? signal}`);
  });
}

const flags = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

function writeSettings(place: Place) {
  for (const folder of ['logs', 'cni', 'certificates', 'pods'])
    mkdirSync(join(place.home, folder), { recursive: true });
  const write = (name: string, content: string | object) => {
    const file = join(place.home, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return file;
  };
  const token = randomBytes(24).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const config = write('kubeconfig', kubeconfig(token));
  write('cni/pods.conflist', podNetwork(place));
  return {
    config,
    tokens: write('tokens.csv', `${token},operator,operator,"system:masters"\n`),
    key: write('accounts.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()),
    containerd: write('containerd.toml', containerdSettings(place)),
    kubelet: write('kubelet.json', kubeletSettings(place)),
    proxy: write('proxy.json', proxySettings(config)),
  };
}

/** The network of the namespace that we are in: its loopback, and the node's address. */
function openNetwork(): void {
  run('ip', ['link', 'set', 'lo', 'up']);
  run('ip', ['link', 'add', 'kumbuka0', 'type', 'bridge']);
  run('ip', ['address', 'add', `${node.address}/24`, 'dev', 'kumbuka0']);
  run('ip', ['link', 'set', 'kumbuka0', 'up']);
  run('ip', ['route', 'add', 'default', 'dev', 'kumbuka0']);
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
}

/** Starts etcd, the API server, the controllers and the scheduler; resolves when the API server is ready. */
export async function startControlPlane(place: Place, kubernetes: string): Promise<Cluster> {
  const files = writeSettings(place);
  openNetwork();
  const kubectl = ['kubectl', '--kubeconfig', files.config];
  const ctr = ['-a', containerdSocket(place), '-n', 'k8s.io'];
  start(
    place,
    'etcd',
    'etcd',
    flags({
      'data-dir': join(place.home, 'etcd'),
      'listen-client-urls': etcdAddress,
      'advertise-client-urls': etcdAddress,
    }),
  );
  start(place, 'kube-apiserver', kubernetes, [
    'kube-apiserver',
    ...flags({
      'etcd-servers': etcdAddress,
      'secure-port': String(apiPort),
      'advertise-address': node.address,
      'cert-dir': join(place.home, 'certificates'),
      'service-cluster-ip-range': services,
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': files.key,
      'service-account-signing-key-file': files.key,
      'token-auth-file': files.tokens,
      'authorization-mode': 'RBAC',
      'kubelet-preferred-address-types': 'InternalIP',
    }),
  ]);
  await until(() => succeeds(kubernetes, [...kubectl, 'get', '--raw', '/readyz']), 'a ready API server');
  const common = { kubeconfig: files.config, 'leader-elect': 'false' };
  start(place, 'kube-controller-manager', kubernetes, [
    'kube-controller-manager',
    ...flags({ ...common, 'service-account-private-key-file': files.key }),
  ]);
  start(place, 'kube-scheduler', kubernetes, ['kube-scheduler', ...flags(common)]);
  return {
    kubectl: async (...args) => void process.stdout.write(await ask(kubernetes, [...kubectl, ...args])),
    tell: (...args) => ask(kubernetes, [...kubectl, ...args]),
    ctr: async (...args) => void (await ask('ctr', [...ctr, ...args])),
    async startNode(images) {
      start(place, 'containerd', 'containerd', ['--config', files.containerd]);
      await until(() => succeeds('ctr', [...ctr, 'version']), 'a ready containerd');
      run('ctr', [...ctr, 'images', 'import', images]);
      start(place, 'kubelet', kubernetes, [
        'kubelet',
        ...flags({
          kubeconfig: files.config,
          config: files.kubelet,
          'root-dir': join(place.home, 'kubelet'),
          'cert-dir': join(place.home, 'certificates'),
          'hostname-override': node.name,
          'node-ip': node.address,
        }),
      ]);
      start(place, 'kube-proxy', kubernetes, ['kube-proxy', ...flags({ config: files.proxy })]);
      await until(
        () =>
          succeeds(kubernetes, [
            ...kubectl,
            'wait',
            '--for=condition=Ready',
            `node/${node.name}`,
            '--timeout=5s',
          ]),
        'a ready node',
      );
    },
  };
}
