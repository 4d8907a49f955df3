/**
 * `npm run nx -- run containers:pin-images`: pulls each foreign image of docker-compose.yml and of the kind overlay and
 * writes its digest behind its version. Prints the pinned base image for `docker build --build-arg`. Changes nothing and
 * exits with 2 and NOT RUN when an image cannot be pulled.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './images.ts';
import { pinImages, unpinnedImages } from './pinned-images.ts';
import { output, succeeds } from './shell.ts';

const notRun = 2;
const files = ['docker-compose.yml', 'k8s/overlays/kind/engines.yaml'].map((name) => join(root, name));
const base = 'node:24-bookworm-slim';

const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
const images = [...new Set([base, ...texts.flatMap(([, text]) => unpinnedImages(text))])];
const missing = images.find((image) => !succeeds('docker', ['pull', '-q', image], 600_000));
if (missing === undefined) {
  const digests = new Map(images.map((image) => [image, digestOf(image)]));
  for (const [file, text] of texts)
    writeFileSync(
      file,
      pinImages(text, (image) => digests.get(image) ?? ''),
    );
  console.log(`--build-arg NODE_IMAGE=${base}@${digests.get(base)}`);
} else {
  console.error(`NOT RUN: ${missing} cannot be pulled`);
  process.exitCode = notRun;
}

/** Returns the digest that the registry gave for a pulled image. Throws when the engine knows none. */
function digestOf(image: string): string {
  const digest = /@(sha256:[0-9a-f]{64})$/m.exec(
    output('docker', ['inspect', '-f', '{{join .RepoDigests "\\n"}}', image]),
  )?.[1];
  if (digest === undefined) throw new Error(`${image} has no digest`);
  return digest;
}
