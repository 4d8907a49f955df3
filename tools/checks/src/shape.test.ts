import { describe, expect, it } from 'vitest';
import { foldersOf, has, read, sourcesOf } from './files.ts';

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

describe.each(services)('the service %s', (service) => {
  it('the service %s has the files and folders of every service', () => {
    const missing = [...files, ...folders].filter((path) => !has('services', service, path));
    expect(missing).toEqual([]);
  });

  it('the service %s reads the environment in main.ts only', () => {
    const readers = sourcesOf('services', service, 'src').filter(
      (file) =>
        !['main.ts', 'rebuild.ts'].includes(file) &&
        read('services', service, 'src', file).includes('process.env'),
    );
    expect(readers).toEqual([]);
  });

  it('the service %s has a main of about twenty lines', () => {
    expect(read('services', service, 'src/main.ts').split('\n').length).toBeLessThanOrEqual(30);
  });
});
