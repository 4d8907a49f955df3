import { byService, databaseOf, serviceNames, type ServiceName } from '@kumbuka/contracts';
import { randomBytes } from 'node:crypto';

export type ProcessName = ServiceName | 'gateway' | 'rest-facade' | 'web';
export type Secrets = Record<string, Record<string, string>>;

const random = () => randomBytes(32).toString('base64url');

const ofEveryService = ['internal-key', 'idempotency-key', 'metrics-key', 'redis-url', 'mongo-url'];

/** Secret files that each process mounts: those it reads, and no others. */
export const secretFiles: Record<ProcessName, readonly string[]> = {
  ...byService(() => ofEveryService),
  auth: [...ofEveryService, 'key-secret', 'code-secret', 'smtp-url'],
  billing: [...ofEveryService, 'intasend-public-key', 'intasend-secret-key', 'intasend-challenge'],
  ai: [...ofEveryService, 'openai-api-key'],
  admin: [...ofEveryService, 'admin-key'],
  gateway: ['internal-key', 'metrics-key', 'web-key'],
  'rest-facade': ['internal-key', 'metrics-key'],
  web: ['metrics-key', 'web-key'],
};

export const processNames = Object.keys(secretFiles) as ProcessName[];

const isService = (name: string): name is ServiceName => (serviceNames as readonly string[]).includes(name);

/**
 * Secrets of a cluster with engines that require no login, one object per process. The payment keys belong to no
 * account, so nothing can be paid, and without an OpenAI key the embedded generator makes the cards.
 */
export function makeSecrets(mongoOptions: string): Secrets {
  const shared: Record<string, string> = {
    'internal-key': random(),
    'metrics-key': random(),
    'web-key': random(),
    'redis-url': 'redis://redis:6379',
    'smtp-url': 'smtp://mail:1025',
    'openai-api-key': '',
  };
  const valueOf = (name: ProcessName, file: string): string =>
    file === 'mongo-url' && isService(name)
      ? `mongodb://mongo:27017/${databaseOf(name)}?${mongoOptions}`
      : (shared[file] ?? random());
  const ofProcess = (name: ProcessName) =>
    Object.fromEntries(secretFiles[name].map((file) => [file, valueOf(name, file)]));
  return {
    ...Object.fromEntries(processNames.map((name) => [`kumbuka-${name}`, ofProcess(name)])),
    'kumbuka-metrics': { 'metrics-key': shared['metrics-key'] ?? '' },
  };
}
