import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinImages, unpinnedImages } from './pinned-images.ts';

const root = join(import.meta.dirname, '../../..');
const digest = `sha256:${'0'.repeat(64)}`;

it.each(['docker-compose.yml', 'k8s/overlays/kind/engines.yaml'])(
  'a manifest pins every foreign image of %s once',
  (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const pinned = pinImages(text, () => digest);
    const images = [...pinned.matchAll(/\bimage: ([^\s}]+)/g)].map(([, image = '']) => image);
    const foreign = images.filter((image) => !image.startsWith('kumbuka/'));
    expect(foreign.length).toBeGreaterThan(3);
    for (const image of foreign) expect(image).toMatch(/:v?\d+\.\d+\.\d+@sha256:[0-9a-f]{64}$/);
    expect(images.length - foreign.length).toBe(text.match(/image: kumbuka\//g)?.length ?? 0);
    expect(unpinnedImages(pinned)).toEqual([]);
    expect(pinImages(pinned, () => digest)).toBe(pinned);
  },
);
