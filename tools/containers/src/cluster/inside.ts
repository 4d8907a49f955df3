import { serviceNames } from '@kumbuka/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { root } from '../images.ts';
import { makeSecrets } from '../secrets.ts';
import { type Addresses, newLearner, smoke } from '../smoke.ts';
import { type Load, startLoad } from './load.ts';
import { serveNames } from './names.ts';
import { type Cluster, startControlPlane } from './node.ts';
import { node, type Place } from './settings.ts';

/**
 * `node inside.ts home cgroup kubernetes images`: the trial itself, in namespaces that end with it. See ../cluster.ts.
 */
const [home = '', cgroup = '', kubernetes = '', images = ''] = process.argv.slice(2);
const place: Place = { home, cgroup };
const namespace = ['-n', 'kumbuka'];
const deployments = [...serviceNames, 'gateway', 'rest-facade', 'web'];
const replaced = ['decks', 'gateway', 'rest-facade'];
const learners = 5;
const beforeAndAfterMs = 3_000;

const began = performance.now();
const say = (text: string) => console.log(`[${Math.round((performance.now() - began) / 1000)} s] ${text}`);

const cluster = await startControlPlane(place, kubernetes);
say('The API server is ready.');
await tryManifests(cluster);
await cluster.startNode(images);
say('The node is ready.');
const addresses = await bringUp(cluster);
await smoke(addresses);
say('The main loop runs in the cluster.');
await replaceUnderLoad(cluster, addresses);
process.exit(0);

/** Every manifest of every overlay at the API server, unknown fields refused, nothing kept. */
async function tryManifests({ kubectl, tell }: Cluster): Promise<void> {
  const overlays = join(root, 'k8s/overlays');
  for (const name of readdirSync(overlays)) {
    const documents = parseAllDocuments(await tell('kustomize', join(overlays, name))).map((each) =>
      each.toJS(),
    );
    const known = documents.filter(({ kind }) => kind !== 'ScaledObject');
    const namespace = join(home, `${name}-namespace.json`);
    writeFileSync(namespace, JSON.stringify(documents.find(({ kind }) => kind === 'Namespace')));
    await kubectl('apply', '-f', namespace);
    const file = join(home, `${name}.json`);
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: known }));
    const tried = (await tell('apply', '--dry-run=server', '--validate=strict', '-f', file))
      .trim()
      .split('\n');
    assert.equal(tried.length, known.length);
    say(
      `${name}: the API server takes ${known.length} manifests; without KEDA ${documents.length - known.length} cannot be asked.`,
    );
  }
}

/** Applies the overlay for one machine with our stand-ins; resolves with the addresses of the ways in when all is rolled out. */
async function bringUp({ kubectl, tell }: Cluster): Promise<Addresses> {
  for (const [name, values] of Object.entries(makeSecrets('directConnection=true')))
    await kubectl(
      ...namespace,
      'create',
      'secret',
      'generic',
      name,
      ...Object.entries(values).map(([key, value]) => `--from-literal=${key}=${value}`),
    );
  await kubectl('apply', '-k', join(root, 'tools/containers/stand-ins/cluster'));
  const services: { metadata: { name: string }; spec: { clusterIP: string } }[] = JSON.parse(
    await tell(...namespace, 'get', 'services', '-o', 'json'),
  ).items;
  const names = new Map(
    services.map(({ metadata, spec }) => [`${metadata.name}.kumbuka.svc.cluster.local`, spec.clusterIP]),
  );
  await serveNames(names, { address: node.address, port: 53 });
  for (const name of ['statefulset/mongo', 'statefulset/kafka', 'deployment/redis', 'deployment/mail'])
    await kubectl(...namespace, 'rollout', 'status', name, '--timeout=180s');
  await kubectl(...namespace, 'wait', '--for=condition=complete', 'job/topics', '--timeout=180s');
  for (const name of deployments)
    await kubectl(...namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=180s');
  const at = (name: string, port: number) =>
    `http://${names.get(`${name}.kumbuka.svc.cluster.local`)}:${port}`;
  return {
    web: at('web', 8080),
    rest: at('rest-facade', 8080),
    graphql: `${at('gateway', 8080)}/graphql`,
    mail: await openMail(at('mail', 8025)),
  };
}

/** The mail catcher answers who asks by a name of this machine. */
async function openMail(address: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const door = createServer((socket) => {
    const inner = connect(Number(port), hostname).on('error', () => socket.destroy());
    socket
      .on('error', () => inner.destroy())
      .pipe(inner)
      .pipe(socket);
  });
  await once(door.listen(Number(port), '127.0.0.1'), 'listening');
  return `http://localhost:${port}`;
}

/** Each replaced by a new image and taken back to the old one, while learners study; no request may fail. */
async function replaceUnderLoad(cluster: Cluster, addresses: Addresses): Promise<void> {
  const studying = [];
  for (let n = 0; n < learners; n++) studying.push(await newLearner(addresses));
  const load = startLoad(addresses, studying);
  await sleep(beforeAndAfterMs);
  let failed = report(load, 'before');
  for (const name of replaced) {
    await cluster.ctr('images', 'tag', `docker.io/kumbuka/${name}:latest`, `docker.io/kumbuka/${name}:next`);
    failed += await during(load, `update of ${name}`, () =>
      roll(
        cluster,
        name,
        `kumbuka/${name}:next`,
        'set',
        'image',
        `deployment/${name}`,
        `process=kumbuka/${name}:next`,
      ),
    );
    failed += await during(load, `rollback of ${name}`, () =>
      roll(cluster, name, `kumbuka/${name}`, 'rollout', 'undo', `deployment/${name}`),
    );
  }
  await load.stop();
  assert.equal(failed, 0, 'requests failed while deployments were replaced');
}

async function during(load: Load, what: string, change: () => void | Promise<void>): Promise<number> {
  await change();
  await sleep(beforeAndAfterMs);
  return report(load, what);
}

async function roll({ kubectl, tell }: Cluster, name: string, image: string, ...change: string[]) {
  await kubectl(...namespace, ...change);
  await kubectl(...namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=180s');
  const running = await tell(
    ...namespace,
    'get',
    'pods',
    '-l',
    `app.kubernetes.io/name=${name}`,
    '-o',
    'jsonpath={.items[*].spec.containers[0].image}',
  );
  assert.ok(running.split(' ').includes(image), `${name} runs ${running}`);
}

function report(load: Load, what: string): number {
  const { sent, failures, slowest } = load.count();
  const all = Object.values(sent).reduce((sum, each) => sum + each, 0);
  say(
    `${what}: ${all} requests, ${failures.length} failed, the slowest ${Math.round(slowest)} ms ${JSON.stringify(sent)}`,
  );
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`);
  return failures.length;
}
