/**
 * `node tools/containers/src/validate.ts`: renders each overlay of k8s/ and validates it against the schemas of Kubernetes,
 * without unknown fields. Exits with 2 and NOT RUN without kubectl and kustomize or Python's venv.
 */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRenderer, renderOverlay, type Renderer } from './render.ts';
import { run, succeeds } from './shell.ts';

const kubernetes = '1.36';
const validator = 'kubernetes-validate==1.36.0';
const notRun = 2;
const overlays = join(import.meta.dirname, '../../../k8s/overlays');

const renderer = findRenderer();
const scratch = mkdtempSync(join(tmpdir(), 'kumbuka-manifests-'));
try {
  if (!renderer) reject('kubectl or kustomize 5');
  else if (!canInstall()) reject(`Python's ${validator}`);
  else for (const name of readdirSync(overlays)) validate(renderer, name);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function reject(what: string): void {
  console.error(`NOT RUN: the manifests against their schemas: ${what} is not on this machine`);
  process.exitCode = notRun;
}

function canInstall(): boolean {
  const pip = join(scratch, 'venv/bin/pip');
  return (
    succeeds('python3', ['-m', 'venv', join(scratch, 'venv')]) &&
    succeeds(pip, ['install', '-q', validator], 180_000)
  );
}

function validate(renderer: Renderer, overlay: string): void {
  const file = join(scratch, `${overlay}.yaml`);
  writeFileSync(file, renderOverlay(renderer, overlay));
  run(join(scratch, 'venv/bin/kubernetes-validate'), ['--strict', '-k', kubernetes, file]);
  console.log(`${overlay}: every manifest fits Kubernetes ${kubernetes}`);
}
