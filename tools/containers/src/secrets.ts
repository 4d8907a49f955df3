import { databaseOf, serviceNames } from '@kumbuka/contracts';
import { randomBytes } from 'node:crypto';

export type Secrets = Record<string, Record<string, string>>;

const random = () => randomBytes(32).toString('base64url');

function ownSecrets(name: string, mongoOptions: string): Record<string, string> {
  return {
    'mongo-url': `mongodb://mongo:27017/${databaseOf(name)}?${mongoOptions}`,
    ...(name === 'auth' && { 'key-secret': random(), 'code-secret': random() }),
    ...(name === 'admin' && { 'admin-key': random() }),
    // Of no account: nothing can be paid in a cluster for trying the product.
    ...(name === 'billing' && {
      'intasend-public-key': random(),
      'intasend-secret-key': random(),
      'intasend-challenge': random(),
    }),
  };
}

/** The secrets of k8s/secrets.example.yaml for engines in the cluster that ask for no login. */
export const makeSecrets = (mongoOptions: string): Secrets => ({
  'kumbuka-process': { 'internal-key': random(), 'redis-url': 'redis://redis:6379' },
  'kumbuka-web-key': { 'web-key': random() },
  ...Object.fromEntries(serviceNames.map((name) => [`kumbuka-${name}`, ownSecrets(name, mongoOptions)])),
});
