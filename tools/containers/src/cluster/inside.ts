import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../images.ts';
import { type Cluster, startControlPlane } from './node.ts';
import type { Place } from './settings.ts';

/**
 * `node inside.ts home cgroup kubernetes`: the trial itself, in namespaces that end with it. See ../cluster.ts.
 */
const [home = '', cgroup = '', kubernetes = ''] = process.argv.slice(2);
const place: Place = { home, cgroup };
const began = performance.now();
const say = (text: string) => console.log(`[${Math.round((performance.now() - began) / 1000)} s] ${text}`);

const cluster = await startControlPlane(place, kubernetes);
say('The API server is ready.');
await tryManifests(cluster);
process.exit(0);

/** Every manifest of every overlay at the API server, unknown fields refused, nothing kept. */
async function tryManifests({ kubectl, tell }: Cluster): Promise<void> {
  await kubectl('apply', '-f', join(root, 'k8s/base/namespace.yaml'));
  const overlays = join(root, 'k8s/overlays');
  for (const name of readdirSync(overlays)) {
    const documents = parseAllDocuments(await tell('kustomize', join(overlays, name))).map((each) =>
      each.toJS(),
    );
    const known = documents.filter(({ kind }) => kind !== 'ScaledObject');
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
