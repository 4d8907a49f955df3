/**
 * `npm run nx -- run containers:kind up|down`: creates a local cluster with the product and its engines and runs the
 * smoke test, or deletes the cluster. Requires docker, kind and kubectl; exits with 2 without one of them.
 */

import { serviceNames } from '@kumbuka/contracts';
import { spawn } from 'node:child_process';
import { root } from './images.ts';
import { makeSecrets } from './secrets.ts';
import { run, succeeds } from './shell.ts';
import { smoke } from './smoke.ts';

const cluster = 'kumbuka';
const namespace = ['-n', 'kumbuka'];
const edges = ['gateway', 'rest-facade', 'web'];
const images = ['topics', ...serviceNames, ...edges].map((name) => `kumbuka/${name}`);
const kubectl = (...args: string[]) => run('kubectl', ['--context', `kind-${cluster}`, ...args]);

function makeSecret(name: string, values: Record<string, string>): void {
  if (succeeds('kubectl', ['--context', `kind-${cluster}`, ...namespace, 'get', 'secret', name])) return;
  const literals = Object.entries(values).map(([key, value]) => `--from-literal=${key}=${value}`);
  kubectl(...namespace, 'create', 'secret', 'generic', name, ...literals);
}

async function up(): Promise<void> {
  process.chdir(root);
  run('docker', ['compose', 'build', '-q']);
  if (!succeeds('kubectl', ['--context', `kind-${cluster}`, 'version']))
    run('kind', ['create', 'cluster', '--name', cluster, '--wait', '120s']);
  run('kind', ['load', 'docker-image', '--name', cluster, ...images]);
  kubectl('apply', '-f', 'k8s/base/namespace.yaml');
  for (const [name, values] of Object.entries(makeSecrets('replicaSet=rs0'))) makeSecret(name, values);
  // A Job cannot be changed.
  kubectl(...namespace, 'delete', 'job', 'topics', '--ignore-not-found');
  kubectl('apply', '-k', 'k8s/overlays/kind');
  kubectl(...namespace, 'wait', '--for=condition=complete', 'job/topics', '--timeout=300s');
  for (const name of [...serviceNames, ...edges])
    kubectl(...namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=300s');
  await smokeThrough({ web: 3000, 'rest-facade': 5000, gateway: 4000, mail: 8025 });
  console.log(
    'Ready. `kubectl -n kumbuka port-forward service/web 3000:8080`, then open http://localhost:3000',
  );
}

/** Forwards a port to each service while the smoke test runs. */
async function smokeThrough(ports: Record<string, number>): Promise<void> {
  const forwards = Object.entries(ports).map(([name, port]) =>
    spawn(
      'kubectl',
      [
        '--context',
        `kind-${cluster}`,
        ...namespace,
        'port-forward',
        `service/${name}`,
        `${port}:${name === 'mail' ? 8025 : 8080}`,
      ],
      { stdio: 'ignore' },
    ),
  );
  const at = (port: number | undefined) => `http://localhost:${port}`;
  try {
    await smoke({
      web: at(ports['web']),
      rest: at(ports['rest-facade']),
      graphql: `${at(ports['gateway'])}/graphql`,
      mail: at(ports['mail']),
    });
  } finally {
    for (const forward of forwards) forward.kill();
  }
}

const commands: Record<string, () => Promise<void> | void> = {
  up,
  down: () => run('kind', ['delete', 'cluster', '--name', cluster]),
};
const command = commands[process.argv[2] ?? ''];
const missing = ['docker', 'kind', 'kubectl'].filter((tool) => !succeeds('which', [tool]));
if (command === undefined) console.error('npm run nx -- run containers:kind up|down');
else if (missing.length > 0) console.error(`NOT RUN: ${missing.join(', ')} cannot be found`);
else await command();
if (command === undefined || missing.length > 0) process.exitCode = 2;
