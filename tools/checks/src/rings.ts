/**
 * Who may import whom: the one table. Inside a project the rings count, between projects the project, and for packages
 * both. What no line allows is refused; `import-rules.ts` applies it to every import as it resolves.
 */
export interface Ring {
  name: string;
  /** Paths from the project's folder. What the group catches, if there is one, divides the ring: its parts must not import each other. */
  at: RegExp;
  /** Other rings of the same project. */
  imports: readonly string[];
  /** Packages that it may import, or one of their entry points; any, if left out. */
  packages?: RegExp;
}

const noStore = /^(?!(mongoose|kafkajs|ioredis)$)/;
const noHttp = /^(?!(mongoose|kafkajs|ioredis|fastify|mercurius)$)/;

const serviceRings: readonly Ring[] = [
  {
    name: 'domain',
    at: /^src\/domain\//,
    imports: [],
    packages: /^(@kumbuka\/(contracts|text)|ts-fsrs|libphonenumber-js)$/,
  },
  {
    name: 'use-cases',
    at: /^src\/use-cases\//,
    imports: ['domain'],
    packages: /^@kumbuka\/(contracts|identity|text|service-kit\/ports)$/,
  },
  {
    name: 'store',
    at: /^src\/store\//,
    imports: ['domain', 'use-cases', 'adapters'],
    packages: /^(?!(fastify|mercurius|graphql|kafkajs|ioredis)$)/,
  },
  { name: 'graphql', at: /^src\/graphql\//, imports: ['domain', 'use-cases'], packages: noHttp },
  { name: 'http', at: /^src\/http\//, imports: ['domain', 'use-cases'], packages: noStore },
  { name: 'events', at: /^src\/events\//, imports: ['domain', 'use-cases'], packages: noHttp },
  { name: 'jobs', at: /^src\/jobs\//, imports: ['domain', 'use-cases'], packages: noHttp },
  { name: 'config', at: /^src\/config\.ts$/, imports: [], packages: /^(@kumbuka\/\w+(-kit)?|zod)$/ },
  { name: 'main', at: /^src\/main\.ts$/, imports: ['config', 'app'], packages: /^@kumbuka\/http-kit$/ },
  {
    name: 'app',
    at: /^src\/[^/]+\.ts$/,
    imports: ['domain', 'use-cases', 'store', 'graphql', 'http', 'events', 'jobs', 'config', 'adapters'],
    packages: /^(?!kafkajs$)/,
  },
  // Code that talks to something outside, such as mail, keys, a model, another service.
  { name: 'adapters', at: /^src\/adapters\//, imports: ['domain', 'use-cases'], packages: noHttp },
];

const ofBrowser =
  /^(?!(node:|fastify|@fastify|undici|pino|mongoose|kafkajs|ioredis|@kumbuka\/(?!(contracts|text)$)))/;

const webRings: readonly Ring[] = [
  { name: 'shared', at: /^src\/shared\//, imports: [], packages: ofBrowser },
  { name: 'features', at: /^src\/features\/([^/]+)\//, imports: ['shared'], packages: ofBrowser },
  {
    name: 'app',
    at: /^src\/(?:app\/|(?:main|prerender)\.tsx$|(?:early-bodies|landing)\.ts$)/,
    imports: ['shared', 'features'],
    packages: ofBrowser,
  },
  // Never part of the shipped client.
  { name: 'gallery', at: /^gallery\//, imports: ['shared', 'app'], packages: ofBrowser },
  { name: 'server', at: /^server\//, imports: [] },
  { name: 'building', at: /^(?:scripts\/|vite)/, imports: [] },
];

/** Embedded servers: each is by itself, and MongoDB's bytes and engine know nothing of commands and connections. */
const embeddedRings: readonly Ring[] = [
  { name: 'loopback', at: /^(?:addresses|loopback|local-pages|local-server)\.ts$/, imports: [] },
  { name: 'suites', at: /^protocol-suites\//, imports: [] },
  { name: 'servers', at: /^(kafka|mail|payments|redis)\//, imports: ['loopback'] },
  { name: 'mongo-errors', at: /^mongo\/(?:errors|limits)\.ts$/, imports: [] },
  { name: 'mongo-bson', at: /^mongo\/bson\//, imports: ['mongo-errors'] },
  { name: 'mongo-wire', at: /^mongo\/wire\//, imports: ['mongo-errors', 'mongo-bson'] },
  {
    name: 'mongo-engine',
    at: /^mongo\/(?:(?:index|query|storage|update)\/|(?:snapshots|transactions)\.ts$)/,
    imports: ['mongo-errors', 'mongo-bson'],
  },
  {
    name: 'mongo-sessions',
    at: /^mongo\/sessions\//,
    imports: ['mongo-errors', 'mongo-bson', 'mongo-engine'],
  },
  {
    name: 'mongo-commands',
    at: /^mongo\/(?:commands\/|(?:batches|cursors|ttl)\.ts$)/,
    imports: ['mongo-errors', 'mongo-bson', 'mongo-wire', 'mongo-engine', 'mongo-sessions'],
  },
  {
    name: 'mongo-server',
    at: /^mongo\/(?:crash\/|(?:index|server)\.ts$)/,
    imports: ['loopback', 'mongo-errors', 'mongo-wire', 'mongo-engine', 'mongo-sessions', 'mongo-commands'],
  },
  { name: 'index', at: /^index\.ts$/, imports: ['loopback', 'servers', 'mongo-server'] },
];

export interface ProjectRules {
  /** Folders of projects. */
  at: RegExp;
  rings?: readonly Ring[];
  /** Packages that its code may import, those of the workspace too. */
  packages: RegExp;
}

const ofWorkspace = (...names: string[]) => new RegExp(`^(?!@kumbuka/(?!(${names.join('|')})$))(?!kafkajs$)`);

const edge = ['contracts', 'http-kit', 'identity', 'runtime', 'text'];

/** The first line that fits a project holds. */
export const projectRules: readonly ProjectRules[] = [
  {
    at: /^services\//,
    rings: serviceRings,
    packages: ofWorkspace(...edge, 'service-kit', 'event-bus', 'card-maker'),
  },
  { at: /^apps\/web$/, rings: webRings, packages: ofWorkspace('contracts', 'http-kit', 'runtime', 'text') },
  { at: /^apps\//, packages: ofWorkspace(...edge) },
  { at: /^libs\/text$/, packages: /^$/ },
  { at: /^libs\/card-maker$/, packages: /^(compromise|@kumbuka\/text)$/ },
  { at: /^libs\/contracts$/, packages: /^(zod|@kumbuka\/text)$/ },
  { at: /^libs\/runtime$/, packages: /^(?!fastify$|undici$|@kumbuka\/(?!contracts$))/ },
  { at: /^libs\/http-kit$/, packages: ofWorkspace('contracts', 'runtime') },
  { at: /^libs\/identity$/, packages: ofWorkspace('contracts', 'http-kit', 'runtime') },
  { at: /^libs\/event-bus$/, packages: /^(?!fastify$|@kumbuka\/(?!(contracts|runtime)$))/ },
  { at: /^libs\/service-kit$/, packages: ofWorkspace(...edge, 'event-bus') },
  { at: /^tools\/embedded$/, rings: embeddedRings, packages: /./ },
  { at: /^tools\//, packages: /./ },
];

/** Tests and what they share; they may look into everything, and nothing but tests looks into them. */
export const isTest = (file: string) =>
  /\.(test|drill)\.tsx?$|(^|\/)src\/testing\/|^apps\/web\/src\/test\/|^libs\/text\/testing\/|vitest\.config\.ts$/.test(
    file,
  ) || isForTests(file);

/** The only tools that tests outside `tools/` may import. They start embedded servers, which libraries must not. */
export const isForTests = (file: string) => /^tools\/(test-servers|testing)\//.test(file);
