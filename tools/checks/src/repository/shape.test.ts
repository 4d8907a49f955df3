import { describe, expect, it } from 'vitest';
import { foldersOf, has, read, sourcesOf } from '../files.ts';

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

/** Reads of the clock, and crash points of trials. Both come into business code as arguments. */
const ambient = /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bcrashAt\b/;

it.each([
  'const at = new Date();',
  'if (Date.now() > until) return;',
  'const began = performance.now();',
  "crashAt('after-work');",
])('%s is not allowed in business code', (line) => expect(line).toMatch(ambient));

describe.each(services)('the service %s', (service) => {
  it(`the service ${service} has the files and folders of every service`, () => {
    const missing = [...files, ...folders].filter((path) => !has('services', service, path));
    expect(missing).toEqual([]);
  });

  it(`the service ${service} reads the environment in main.ts only`, () => {
    const readers = sourcesOf('services', service, 'src').filter(
      (file) =>
        !['main.ts', 'rebuild.ts'].includes(file) &&
        read('services', service, 'src', file).includes('process.env'),
    );
    expect(readers).toEqual([]);
  });

  it(`the service ${service} gets its time from outside, and domain and use cases have no crash points`, () => {
    const folders = ['src/domain', 'src/use-cases'];
    const files = folders.flatMap((folder) =>
      sourcesOf('services', service, folder).map((file) => [folder, file]),
    );
    expect(files.filter((path) => ambient.test(read('services', service, ...path)))).toEqual([]);
  });

  it(`the service ${service} declares no type of documents beside their schema`, () => {
    const stores = sourcesOf('services', service, 'src/store');
    expect(
      stores.filter((file) => read('services', service, 'src/store', file).includes('new Schema<')),
    ).toEqual([]);
  });

  it(`the service ${service} has a main of about twenty lines`, () => {
    expect(read('services', service, 'src/main.ts').split('\n').length).toBeLessThanOrEqual(30);
  });
});
