import { describe, expect, it } from 'vitest';
import { foldersOf, has, importsOf, read, sourcesOf } from './files.ts';

const services = foldersOf('services');
const files = [
  'src/main.ts',
  'src/config.ts',
  'src/app.ts',
  'schema.graphql',
  'README.md',
  'package.json',
  'vitest.config.ts',
];
const folders = ['src/domain', 'src/use-cases', 'src/store', 'src/graphql', 'src/http', 'src/events'];

/** What each part of a service may import, besides files of its own part. */
const allowed: Record<string, RegExp> = {
  domain: /^(@kumbuka\/contracts|ts-fsrs|#src\/domain|\.\.?\/)/,
  'use-cases':
    /^(@kumbuka\/(contracts|identity|event-bus)|#src\/(domain|events)|\.\.?\/|mongoose$|node:crypto$)/,
};

describe.each(services)('the service %s', (service) => {
  it('has the files and folders of every service', () => {
    const missing = [...files, ...folders].filter((path) => !has('services', service, path));
    expect(missing).toEqual([]);
  });

  it('reads the environment in main.ts only', () => {
    const readers = sourcesOf('services', service, 'src').filter(
      (file) =>
        !['main.ts', 'rebuild.ts'].includes(file) &&
        read('services', service, 'src', file).includes('process.env'),
    );
    expect(readers).toEqual([]);
  });

  it.each(Object.keys(allowed))('keeps the imports of its %s', (part) => {
    const strays = sourcesOf('services', service, 'src', part).flatMap((file) =>
      importsOf(read('services', service, 'src', part, file))
        .filter((name) => !allowed[part]?.test(name))
        .map((name) => `${part}/${file}: ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('leaves mongoose to its stores and Kafka to the event bus', () => {
    const strays = sourcesOf('services', service, 'src')
      .filter((file) => !file.startsWith('store/') && file !== 'app.ts' && file !== 'rebuild.ts')
      .flatMap((file) =>
        importsOf(read('services', service, 'src', file).replaceAll(/import type [^;]+;/g, ''))
          .filter((name) => name === 'mongoose' || name === 'kafkajs')
          .map((name) => `${file}: ${name}`),
      );
    expect(strays).toEqual([]);
  });

  it('has a main of about twenty lines', () => {
    expect(read('services', service, 'src/main.ts').split('\n').length).toBeLessThanOrEqual(30);
  });
});
