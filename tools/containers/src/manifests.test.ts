import {
  addressVariable,
  gatewayLogin,
  generation,
  kafkaLogins,
  limits,
  serviceNames,
} from '@kumbuka/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { makeSecrets, processNames, secretFiles } from './secrets.ts';
import { findRenderer, renderOverlay } from './render.ts';

const root = join(import.meta.dirname, '../../..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const read = (file: string) => parse(readFileSync(join(root, 'k8s', file), 'utf8'));
const secrets = parseAllDocuments(readFileSync(join(root, 'k8s/secrets.example.yaml'), 'utf8')).map((each) =>
  each.toJS(),
);

/** Names of the secret files that variables such as `REDIS_URL_FILE` point to. */
const mountedFiles = (environment: Record<string, string>) =>
  Object.entries(environment)
    .filter(([name]) => name.endsWith('_FILE'))
    .map(([, file]) => file.replace('/keys/', ''))
    .toSorted();

/** Returns the settings of a Kafka that permit clients without a login, or more than the access rules. */
function openListeners(environment: Record<string, string>): string[] {
  const setting = (name: string) => environment[`KAFKA_${name}`] ?? '';
  const protocols = setting('LISTENER_SECURITY_PROTOCOL_MAP').split(',');
  const listeners = setting('LISTENERS').split(',');
  return [
    ...protocols.filter((each) => !/:SASL_(PLAINTEXT|SSL)$/.test(each)),
    ...listeners.filter(
      (each) => !protocols.some((protocol) => protocol.startsWith(`${each.split(':')[0]}:`)),
    ),
    ...listeners.filter((each) => each.startsWith('CONTROLLER') && !each.includes('127.0.0.1')),
    ...(setting('AUTHORIZER_CLASS_NAME').endsWith('.StandardAuthorizer') ? [] : ['no access rules']),
    ...(setting('SUPER_USERS') === 'User:broker;User:topics' ? [] : ['other super users']),
    ...(setting('LISTENER_NAME_HOST_SASL_ENABLED_MECHANISMS') === 'SCRAM-SHA-512'
      ? []
      : ['PLAIN from outside']),
    ...('KAFKA_ALLOW_EVERYONE_IF_NO_ACL_FOUND' in environment ? ['everything without a rule'] : []),
  ];
}

describe('k8s', () => {
  it.each(processNames)('has %s under its own name', (name) => {
    expect(read('base/kustomization.yaml').resources).toContain(name);
    const { images, patches } = read(`base/${name}/kustomization.yaml`);
    expect(images).toEqual([{ name: 'kumbuka/process', newName: `kumbuka/${name}` }]);
    expect(JSON.stringify(patches)).toContain(`value: ${name}`);
  });

  it.each(serviceNames)('gives every process the address of %s', (name) => {
    expect(read('base/config.yaml').data[addressVariable(name)]).toBe(`http://${name}:8080`);
  });

  it.each(processNames)('has an example of the secrets of %s', (name) => {
    const secret = secrets.find(({ metadata }) => metadata.name === `kumbuka-${name}`);
    expect(Object.keys(secret?.stringData ?? {}).toSorted()).toEqual(secretFiles[name].toSorted());
  });

  it('the topics tool in k8s creates every Kafka login with the password that its process uses', () => {
    const fileOf = (name: string, file: string): string =>
      secrets.find(({ metadata }) => metadata.name === `kumbuka-${name}`)?.stringData[file] ?? '';
    const created = fileOf('topics', 'kafka-logins').trim().split('\n');
    const used = [...serviceNames, gatewayLogin].map((name) =>
      fileOf(name, 'kafka-login').replace('scram-sha-512:', ''),
    );
    expect(created).toEqual(expect.arrayContaining(used));
    const names = created.map((login) => login.split(':')[0]);
    expect(names).toEqual(kafkaLogins.filter((login) => login !== 'topics'));
  });
});

describe('the local cluster', () => {
  it('has every secret of the processes', () => {
    const made = makeSecrets('replicaSet=rs0');
    for (const { metadata, stringData } of secrets)
      expect(Object.keys(made[metadata.name] ?? {}).toSorted()).toEqual(Object.keys(stringData).toSorted());
  });

  it('all processes of the local cluster share the keys of internal calls', () => {
    const made = makeSecrets('replicaSet=rs0');
    const values = (file: string) =>
      new Set(processNames.flatMap((name) => made[`kumbuka-${name}`]?.[file] ?? []));
    for (const file of ['internal-key', 'metrics-key', 'web-key']) expect(values(file).size).toBe(1);
    expect(values('mongo-url').size).toBe(serviceNames.length);
  });
});

describe('docker-compose.yml', () => {
  it.each(processNames)('runs %s without rights that it does not need', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it.each(processNames)('mounts for %s the secrets that it reads and no others', (name) => {
    const { volumes, environment } = compose.services[name];
    expect(volumes.filter((volume: string) => volume.includes(':/keys'))).toEqual([`keys-${name}:/keys:ro`]);
    expect(mountedFiles(environment)).toEqual(secretFiles[name].toSorted());
  });

  it.each(['mongo', 'mongo-users', 'redis', 'objects', 'kafka', 'topics', 'prometheus'])(
    'mounts for %s a volume of its own',
    (name) => {
      const keys = compose.services[name].volumes.filter((volume: string) => volume.startsWith('keys'));
      expect(keys).toEqual([`keys-${name}:/keys:ro`]);
    },
  );

  it('bills against the live provider unless the sandbox is chosen', () => {
    const { INTASEND_URL, INTASEND_ALLOW_SANDBOX } = compose.services.billing.environment;
    expect([INTASEND_URL, INTASEND_ALLOW_SANDBOX]).toEqual([
      '${INTASEND_URL:-https://payment.intasend.com}',
      '${INTASEND_ALLOW_SANDBOX:-false}',
    ]);
  });

  it('has no Grafana administrator with a default password', () => {
    expect(compose.services.grafana.environment).toMatchObject({
      GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
      GF_AUTH_DISABLE_LOGIN_FORM: 'true',
      GF_AUTH_BASIC_ENABLED: 'false',
    });
  });

  it.each(serviceNames)('gives every process the address of %s, and the gateway waits for it', (name) => {
    expect(compose['x-inner'][addressVariable(name)]).toBe(`http://${name}:8080`);
    expect(compose.services.gateway.depends_on).toHaveProperty(name);
  });

  it('opens ports on this machine only', () => {
    const ports = Object.values<{ ports?: string[] }>(compose.services).flatMap((each) => each.ports ?? []);
    expect(ports.length).toBeGreaterThan(3);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('has health checks of plain strings, which Compose requires', () => {
    const checks = Object.values<{ healthcheck?: { test?: unknown } }>(compose.services)
      .flatMap(({ healthcheck }) => healthcheck?.test ?? [])
      .flat();
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter((word) => typeof word !== 'string')).toEqual([]);
  });

  it('checks MongoDB by its replica set, because the temporary server of the first start has none', () => {
    const words: string[] = compose.services.mongo.healthcheck.test;
    expect(words.find((word) => word.startsWith('mongodb://'))).toMatch(/^mongodb:\/\/mongo:27017\//);
    expect(words.at(-1)).toContain('isreplicaset');
  });

  it('gives Kafka no listener without a login', () => {
    expect(openListeners(compose.services.kafka.environment)).toEqual([]);
    expect(compose.services.kafka.ports).toEqual(['127.0.0.1:${KAFKA_PORT:-9092}:9094']);
    expect(compose.services.topics.environment).toMatchObject({ KAFKA_LOGINS_FILE: '/keys/kafka-logins' });
  });

  it('contains no secret', () => {
    const secrets = Object.values<{ environment?: object }>(compose.services)
      .flatMap((each) => Object.keys(each.environment ?? {}))
      .filter((name) => /(KEY|SECRET|PASSWORD)$/.test(name));
    expect(secrets).toEqual([]);
  });
});

const renderer = findRenderer();
if (!renderer)
  console.error('NOT RUN: tests of rendered manifests: neither kubectl nor kustomize 5 is there');

it('continuous integration can render the manifests', () => {
  expect(renderer !== undefined || process.env['CI'] === undefined).toBe(true);
});

interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the specification of any kind of object
  spec?: any;
}

type Environment = Record<string, string | undefined>;
type Load = (env: Environment) => unknown;
const configOf = (name: string): string => {
  if (name === 'topics') return 'libs/event-bus/src/create-topics/config.ts';
  if (name === 'web') return 'apps/web/server/config.ts';
  return `${name === 'gateway' || name === 'rest-facade' ? 'apps' : 'services'}/${name}/src/config.ts`;
};
const loadOf = async (name: string): Promise<Load> => (await import(join(root, configOf(name)))).loadConfig;
const fileVariables: {
  withFileVariables: (env: Environment, read: (file: string) => string) => Environment;
} = await import(join(root, 'libs/runtime/src/file-variables.ts'));
/** Variables of the span exporter, which every process reads beside its configuration. */
const { tracingConfig }: { tracingConfig: { parse(env: Environment): unknown } } = await import(
  join(root, 'libs/runtime/src/config.ts')
);

interface Rule {
  ports?: { port: number | string }[];
  to?: object[];
}
interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}
interface Source {
  namespaceSelector?: Selector;
}
function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Record<string, string>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) =>
      operator === 'Exists' ? key in labels : operator === 'In' && values.includes(labels[key] ?? ''),
    )
  );
}

/** Ports outside the shared ones (DNS, and for processes the collector) that a process may open connections to. */
const ofService = ['27017', '6379', '6380', '9092', '9093', 'http'];
const egressPorts: Record<string, readonly string[]> = {
  ...Object.fromEntries(serviceNames.map((name) => [name, ofService])),
  auth: [...ofService, '1025', '443', '465', '587'],
  decks: [...ofService, '443', '7070'],
  billing: [...ofService, '443'],
  ai: [...ofService, '443'],
  gateway: ['9092', '9093', 'http'],
  'rest-facade': ['http'],
  web: ['http'],
  topics: ['9092', '9093'],
};

const render = (overlay: string): Manifest[] =>
  renderer ? parseAllDocuments(renderOverlay(renderer, overlay)).map((each): Manifest => each.toJS()) : [];
const overlays = ['production', 'production-keda', 'staging', 'kind'] as const;
const rendered = Object.fromEntries(overlays.map((overlay) => [overlay, render(overlay)]));
const isProduction = (overlay: string) => overlay.startsWith('production');

/** Manifests that a cluster gets of an overlay. */
describe.runIf(renderer).each(overlays)('the rendered %s overlay', (overlay) => {
  const manifests = rendered[overlay] ?? [];
  const named = (kind: string, name: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === name);
  const job = manifests.find(({ kind }) => kind === 'Job');
  const templateOf = (name: string) => (name === 'topics' ? job : named('Deployment', name))?.spec.template;
  const podOf = (name: string) => templateOf(name).spec;
  const environmentOf = (name: string): Record<string, string> => ({
    ...named('ConfigMap', 'kumbuka')?.data,
    ...Object.fromEntries(
      (podOf(name).containers[0].env ?? []).map((each: { name: string; value: string }) => [
        each.name,
        each.value,
      ]),
    ),
  });

  it(`the rendered ${overlay} overlay bills production against the live provider, and every other overlay against the sandbox`, () => {
    const { INTASEND_URL, INTASEND_ALLOW_SANDBOX } = environmentOf('billing');
    expect([INTASEND_URL, INTASEND_ALLOW_SANDBOX]).toEqual(
      isProduction(overlay)
        ? ['https://payment.intasend.com', undefined]
        : ['https://sandbox.intasend.com', 'true'],
    );
  });

  it(`the rendered ${overlay} overlay sends learners to the web client of the overlay, from payments and from emails`, () => {
    const host = named('Ingress', 'kumbuka')?.spec.rules[0].host;
    const home = overlay === 'kind' ? 'http://localhost:3000' : `https://${host}`;
    for (const name of ['billing', 'auth'] as const) expect(environmentOf(name)['WEB_ORIGINS']).toBe(home);
  });

  it.each(processNames)(
    `the rendered ${overlay} overlay mounts for %s the secrets that it reads and no others`,
    (name) => {
      const secretsOf = podOf(name).volumes.flatMap((each: { secret?: { secretName: string } }) =>
        each.secret ? [each.secret.secretName] : [],
      );
      expect(secretsOf).toEqual([`kumbuka-${name}`]);
      expect(mountedFiles(environmentOf(name))).toEqual(secretFiles[name].toSorted());
    },
  );

  it.each([...processNames, 'topics'])(
    `the rendered ${overlay} overlay mounts for %s what its configuration reads and no more`,
    async (name) => {
      const { volumes = [] } = podOf(name);
      const examples =
        overlay === 'kind'
          ? makeSecrets('replicaSet=rs0')
          : Object.fromEntries(secrets.map(({ metadata, stringData }) => [metadata.name, stringData]));
      const mounted: Record<string, string> = Object.assign(
        {},
        ...volumes.map(
          ({ secret }: { secret?: { secretName: string } }) => secret && examples[secret.secretName],
        ),
      );
      const load = await loadOf(name);
      const configure = (changed?: string) => {
        const env = fileVariables.withFileVariables(environmentOf(name), (path) => {
          const file = path.replace('/keys/', '');
          const value = mounted[file];
          if (value === undefined) throw new Error(`${file} is not mounted`);
          return file === changed ? '\u0001' : value;
        });
        return [load(env), tracingConfig.parse(env)];
      };
      const outcome = (changed?: string) => {
        try {
          return JSON.stringify(configure(changed));
        } catch (error) {
          return String(error);
        }
      };
      expect(configure).not.toThrow();
      expect(Object.keys(mounted).filter((file) => outcome(file) === outcome())).toEqual([]);
    },
  );

  it.each([...processNames, 'topics'])(
    `the rendered ${overlay} overlay lets %s connect only to what it uses`,
    (name) => {
      const labels = templateOf(name).metadata.labels;
      const rules: Rule[] = manifests
        .filter(({ kind, spec }) => kind === 'NetworkPolicy' && selects(spec.podSelector, labels))
        .flatMap(({ spec }) => spec.egress ?? []);
      const ports = new Set(
        rules.flatMap((rule) => (rule.ports ?? [{ port: 'any' }]).map(({ port }) => `${port}`)),
      );
      const shared = ['53', '5353', ...(name === 'topics' ? [] : ['4318'])];
      expect([...ports].toSorted()).toEqual([...(egressPorts[name] ?? []), ...shared].toSorted());
      const toProcesses = rules.filter((rule) => rule.ports?.some(({ port }) => port === 'http'));
      expect(toProcesses.map(({ to }) => to)).toEqual(
        name === 'topics'
          ? []
          : [
              [
                {
                  podSelector: {
                    matchLabels:
                      name === 'web'
                        ? { 'app.kubernetes.io/name': 'gateway' }
                        : { 'app.kubernetes.io/component': 'service' },
                  },
                },
              ],
            ],
      );
    },
  );

  it(`the rendered ${overlay} overlay gives Kafka no listener without a login, and the topics tool creates all logins`, () => {
    const kafka = named('StatefulSet', 'kafka')?.spec.template.spec;
    expect(kafka === undefined).toBe(overlay !== 'kind');
    const variables = (kafka?.containers[0].env ?? []).map((each: { name: string; value: string }) => [
      each.name,
      each.value,
    ]);
    expect(kafka ? openListeners(Object.fromEntries(variables)) : []).toEqual([]);
    expect(environmentOf('topics')).toMatchObject({
      KAFKA_LOGIN_FILE: '/keys/kafka-login',
      KAFKA_LOGINS_FILE: '/keys/kafka-logins',
    });
    for (const name of [...serviceNames, gatewayLogin])
      expect(environmentOf(name)['KAFKA_LOGIN_FILE']).toBe('/keys/kafka-login');
  });

  it(`the rendered ${overlay} overlay has no secret and no login in a ConfigMap or a variable`, () => {
    const values = processNames.flatMap((name) => Object.entries(environmentOf(name)));
    const secretNames = values.filter(([name]) => /(KEY|SECRET|PASSWORD|SMTP_URL|MONGO_URL)$/.test(name));
    expect(secretNames).toEqual([]);
    expect(values.filter(([, value]) => /:[^/]*@/.test(value))).toEqual([]);
  });

  it(`the rendered ${overlay} overlay denies all traffic by default, and lets only the web server reach the gateway`, () => {
    expect(named('NetworkPolicy', 'deny-all')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
    });
    const pods = named('NetworkPolicy', 'gateway')?.spec.ingress.flatMap((rule: { from: object[] }) =>
      rule.from.filter((source) => 'podSelector' in source),
    );
    expect(pods).toEqual([{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'web' } } }]);
    expect(environmentOf('gateway')['PROXY_HOPS']).toBe('0');
  });

  it(`the rendered ${overlay} overlay lets only the ingress controller and Prometheus reach processes that trust X-Forwarded-For`, () => {
    const namespaces = (name: string) =>
      manifests
        .filter(
          ({ kind, spec }) =>
            kind === 'NetworkPolicy' && selects(spec.podSelector, templateOf(name).metadata.labels),
        )
        .flatMap(({ spec }) => spec.ingress ?? [])
        .flatMap((rule: { from?: Source[] }): Source[] => rule.from ?? [{}])
        .map(
          ({ namespaceSelector }) => namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'] ?? 'any',
        );
    for (const name of ['web', 'rest-facade']) {
      const hops = environmentOf(name)['PROXY_HOPS'];
      expect([name, hops, ...namespaces(name).toSorted()]).toEqual(
        overlay === 'kind' ? [name, '0', 'monitoring'] : [name, '1', 'ingress-nginx', 'monitoring'],
      );
    }
    expect(named('Ingress', 'kumbuka') === undefined).toBe(overlay === 'kind');
  });

  it(`the rendered ${overlay} overlay has ingress limits that admit every request that the product accepts`, () => {
    const ingress = named('Ingress', 'kumbuka');
    if (!ingress) return;
    const setting = (name: string) =>
      ingress.metadata.annotations?.[`nginx.ingress.kubernetes.io/${name}`] ?? '';
    const [, mebibytes] = /^(\d+)m$/.exec(setting('proxy-body-size')) ?? [];
    expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThan(limits.generationBodyBytes);
    for (const name of ['proxy-read-timeout', 'proxy-send-timeout'])
      expect(Number(setting(name))).toBeGreaterThan(generation.waitSeconds);
  });

  it(`the rendered ${overlay} overlay has no fixed number of replicas beside an autoscaler`, () => {
    const scaled = manifests.flatMap(({ kind, spec }) =>
      ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind) ? [spec.scaleTargetRef.name] : [],
    );
    expect(scaled.toSorted()).toEqual(processNames.toSorted());
    for (const name of scaled) expect(named('Deployment', name)?.spec).not.toHaveProperty('replicas');
  });

  it(`the rendered ${overlay} overlay requires KEDA only if its name says so`, () => {
    const kinds = manifests.map(({ kind }) => kind);
    expect(kinds.includes('ScaledObject')).toBe(overlay === 'production-keda');
  });

  it(`the rendered ${overlay} overlay gives no pod the addresses of services as variables such as WEB_PORT`, () => {
    const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
    expect(pods.length).toBeGreaterThan(processNames.length);
    expect(pods.filter((pod) => pod.enableServiceLinks !== false)).toEqual([]);
  });

  it(`the rendered ${overlay} overlay runs own images of one version`, () => {
    const images = manifests.flatMap(({ spec }) =>
      (spec?.template?.spec?.containers ?? []).map(({ image }: { image: string }) => image),
    );
    const tags = images.flatMap((image) => /\bkumbuka\/[^:]+(.*)/.exec(image)?.[1] ?? []);
    expect(tags).toHaveLength(processNames.length + 1);
    expect([...new Set(tags)]).toEqual([overlay === 'kind' ? '' : `:${version}`]);
  });

  it(`the rendered ${overlay} overlay has a Job of its own for each version, because a Job cannot be changed`, () => {
    expect(job?.metadata.name).toBe(overlay === 'kind' ? 'topics' : `topics-${version}`);
  });

  it(`the rendered ${overlay} overlay names a version of every image that is not built from this repository`, () => {
    const images = manifests.flatMap(({ spec }) =>
      (spec?.template?.spec?.containers ?? []).map(({ image }: { image: string }) => image),
    );
    const foreign = [...new Set<string>(images)].filter((image) => !/\bkumbuka\//.test(image));
    expect(foreign.filter((image) => !/:v?\d+\.\d+\.\d+/.test(image))).toEqual([]);
  });
});

it.runIf(renderer)('staging shares no namespace, no host and no engine with production', () => {
  const placesOf = (overlay: string) => {
    const manifests = rendered[overlay] ?? [];
    const broker = /[\w.-]+:9093/g;
    return new Set([
      ...manifests.map(({ kind, metadata }) => (kind === 'Namespace' ? metadata.name : metadata.namespace)),
      ...manifests.flatMap(({ kind, spec }) =>
        kind === 'Ingress' ? spec.rules.map(({ host }: { host: string }) => host) : [],
      ),
      ...(JSON.stringify(manifests).match(broker) ?? []),
    ]);
  };
  const staging = placesOf('staging');
  expect(staging).toContain('kumbuka-staging');
  expect([...placesOf('production')].filter((place) => staging.has(place))).toEqual([]);
});

describe.runIf(renderer)('Kafka of the kind overlay', () => {
  const made = makeSecrets('replicaSet=rs0');
  const kafka = (rendered['kind'] ?? []).find(
    ({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'kafka',
  )?.spec.template.spec;
  const [container] = kafka?.containers ?? [];
  const setting = (name: string): string =>
    container?.env.find((each: { name: string }) => each.name === name)?.value ?? '';
  const jaas = made['kumbuka-kafka']?.['kafka-jaas.conf'] ?? '';

  it('mounts the login file that it names, readable by its own group only', () => {
    const [volume] = kafka?.volumes ?? [];
    expect(volume.secret).toEqual({ secretName: 'kumbuka-kafka', defaultMode: 0o440 });
    const mount = container.volumeMounts.find((each: { name: string }) => each.name === volume.name);
    const file = setting('KAFKA_OPTS').replace('-Djava.security.auth.login.config=', '');
    expect(file).toBe(`${mount.mountPath}/kafka-jaas.conf`);
    expect(jaas).toContain('KafkaServer {');
    expect(kafka.securityContext.fsGroup).toBe(kafka.securityContext.runAsUser);
  });

  it('has the password of the topics tool and creates the logins of the processes', () => {
    const topics = made['kumbuka-topics'] ?? {};
    const password = topics['kafka-login']?.replace('plain:topics:', '');
    expect(jaas).toContain(`user_topics="${password}"`);
    const created = topics['kafka-logins']?.trim().split('\n') ?? [];
    const used = [...serviceNames, gatewayLogin].map(
      (name) => made[`kumbuka-${name}`]?.['kafka-login'] ?? '',
    );
    expect(used.map((login) => login.replace('scram-sha-512:', ''))).toEqual(
      created.filter((login) => !login.startsWith('reader:')),
    );
    expect(created).toContain(`reader:${made['kumbuka-kafka']?.['reader-password']}`);
  });

  it('accepts PLAIN for itself and the topics tool, and only SCRAM on the listener of the host', () => {
    expect(setting('KAFKA_LISTENER_NAME_HOST_SASL_ENABLED_MECHANISMS')).toBe('SCRAM-SHA-512');
    expect(setting('KAFKA_SASL_ENABLED_MECHANISMS').split(',')).toEqual(['PLAIN', 'SCRAM-SHA-512']);
    expect(setting('KAFKA_ADVERTISED_LISTENERS')).toContain('SASL://kafka:9092');
  });
});

it('docker-compose.yml names a version of every foreign image', () => {
  const images = Object.values<{ image: string }>(compose.services).map(({ image }) => image);
  const foreign = images.filter((image) => !image.startsWith('kumbuka/'));
  expect(foreign.length).toBeGreaterThan(5);
  expect(foreign.filter((image) => !/:v?\d+\.\d+\.\d+(@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([]);
});
