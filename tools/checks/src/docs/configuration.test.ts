import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldersOf, read, root, sourcesOf } from '../files.ts';

type Environment = Record<string, string>;
type Load = (env: Environment) => unknown;

const secret = 'a secret of the tests';
/** Required settings, and settings that let optional ones take effect. */
const environment: Environment = {
  ...Object.fromEntries(
    ['INTERNAL_KEY', 'IDEMPOTENCY_KEY', 'WEB_KEY', 'ADMIN_KEY'].map((name) => [name, secret]),
  ),
  ...Object.fromEntries(
    ['KEY_SECRET', 'CODE_SECRET', 'INTASEND_SECRET_KEY', 'INTASEND_CHALLENGE'].map((name) => [name, secret]),
  ),
  ...Object.fromEntries(
    foldersOf('services').map((name) => [
      `${name.toUpperCase().replaceAll('-', '_')}_URL`,
      `http://${name}.test`,
    ]),
  ),
  MONGO_URL: 'mongodb://mongo.test',
  KAFKA_BROKERS: 'kafka.test:9092',
  REDIS_URL: 'redis://redis.test',
  SMTP_URL: 'smtp://mail.test',
  WEB_ORIGINS: 'http://web.test',
  INTASEND_URL: 'http://pay.test',
  INTASEND_PUBLIC_KEY: 'public',
  OPENAI_API_KEY: 'key',
};

const loaded = async (file: string, name = 'loadConfig'): Promise<Load> => {
  const exported: Record<string, Load> = await import(join(root, file));
  const load = exported[name];
  if (!load) throw new Error(`${file} has no ${name}.`);
  return load;
};
const tracing: { tracingConfig: { parse: Load } } = await import(join(root, 'libs/runtime/src/config.ts'));

/** Every function that reads the environment. */
const readers: readonly Load[] = [
  ...(await Promise.all(foldersOf('services').map((name) => loaded(`services/${name}/src/config.ts`)))),
  await loaded('apps/gateway/src/config.ts'),
  await loaded('apps/rest-facade/src/config.ts'),
  await loaded('apps/web/server/config.ts'),
  await loaded('tools/stack/src/run/settings.ts', 'readSettings'),
  await loaded('libs/event-bus/src/create-topics/config.ts'),
  (env) => tracing.tracingConfig.parse(env),
];

/** Returns the configuration with one more setting; a validation error is an outcome as well. */
function outcomeOf(load: Load, more: Environment = {}): string {
  try {
    return JSON.stringify(load({ ...environment, ...more }));
  } catch (error) {
    return String(error);
  }
}

const table = read('docs/configuration.md');
/** Names of the variables in the table, each with its default. */
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, names = '', defaults = ''] = line.split('|').map((cell) => cell.trim());
    const own = defaults.split(', ');
    return names.split(', ').map((name, at) => [name.replaceAll('`', ''), own[at] ?? own[0] ?? ''] as const);
  });
const valued = rows.flatMap(([name, text]) => {
  const value = /^(?:\d[\d.]*|`(?![A-Z_]+`)[^`]+`)$/.exec(text)?.[0].replaceAll('`', '');
  return value === undefined ? [] : [[name, value.startsWith('.') ? join(root, value) : value] as const];
});

describe('the table of settings', () => {
  it.each(rows)('a process reads the documented variable %s', (name) => {
    const isRead = readers.some((load) => outcomeOf(load, { [name]: '\u0001' }) !== outcomeOf(load));
    expect(isRead).toBe(true);
  });

  it.each(valued)('the documented variable %s has the default %s', (name, value) => {
    const agree = readers.filter(
      (load) =>
        outcomeOf(load, { [name]: '\u0001' }) !== outcomeOf(load) &&
        outcomeOf(load, { [name]: value }) === outcomeOf(load),
    );
    expect(agree.length).toBeGreaterThan(0);
  });
});

describe('a variable that a process reads', () => {
  const documents = (project: string) => `${table}\n${read(project, 'README.md')}`;
  const projects = [
    ...foldersOf('services').map((name) => `services/${name}`),
    'apps/gateway',
    'apps/rest-facade',
  ];
  it.each(projects)(
    'each variable that %s reads is documented in its README or in the table of settings',
    (project) => {
      expect(sourcesOf(project, 'src')).toContain('config.ts');
      const names = [...read(project, 'src/config.ts').matchAll(/^\s+([A-Z][A-Z_0-9]+):/gm)].map(
        ([, name = '']) => name,
      );
      const words = new Set(documents(project).match(/\w+/g));
      expect(names.filter((name) => !words.has(name))).toEqual([]);
    },
  );
});
