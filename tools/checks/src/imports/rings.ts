/**
 * The table of import rules. Rings apply within a project, the project's line between projects, and both to packages.
 * Imports that no line allows are rejected; `import-rules.ts` applies the table to every resolved import.
 */
export interface Ring {
  name: string;
  /** Paths from the project's folder. A capture group divides the ring into parts that must not import each other. */
  at: RegExp;
  /** Other rings of the same project. */
  imports: readonly string[];
  /** Packages, or their entry points, that it may import; any when absent. */
  packages?: RegExp;
}

const noStore = /^(?!(mongoose|kafkajs|ioredis)$)/;
const noHttp = /^(?!(mongoose|kafkajs|ioredis|fastify|mercurius)$)/;

const serviceRings: readonly Ring[] = [
  {
    name: 'domain',
    at: /^src\/domain\//,
    imports: [],
    packages: /^(@kumbuka\/(card-files\/collection|content|contracts|schedule|text)|libphonenumber-js)$/,
  },
  {
    name: 'use-cases',
    at: /^src\/use-cases\//,
    imports: ['domain'],
    packages: /^@kumbuka\/(card-files\/collection|contracts|identity|schedule|text|service-kit\/ports)$/,
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
  // Code that talks to external systems, such as mail, keys, a model or another service.
  { name: 'adapters', at: /^src\/adapters\//, imports: ['domain', 'use-cases'], packages: noHttp },
];

const ofBrowser =
  /^(?!(node:|fastify|@fastify|undici|pino|mongoose|kafkajs|ioredis|@kumbuka\/(?!(content|contracts|schedule|text)$)))/;

const webRings: readonly Ring[] = [
  { name: 'shared', at: /^src\/shared\//, imports: [], packages: ofBrowser },
  { name: 'features', at: /^src\/features\/([^/]+)\//, imports: ['shared'], packages: ofBrowser },
  {
    name: 'app',
    at: /^src\/(?:app\/|(?:main|prerender)\.tsx$|early-bodies\.ts$)/,
    imports: ['shared', 'features'],
    packages: ofBrowser,
  },
  // Runs beside the pages, without any of their code.
  { name: 'worker', at: /^src\/worker\//, imports: [], packages: ofBrowser },
  // Never part of the shipped client.
  { name: 'gallery', at: /^gallery\//, imports: ['shared', 'app'], packages: ofBrowser },
  { name: 'server', at: /^server\//, imports: [] },
  { name: 'building', at: /^(?:scripts\/|vite)/, imports: [] },
];

/** Embedded servers: none imports another, and BSON and the engine of MongoDB import no commands and connections. */
const embeddedRings: readonly Ring[] = [
  { name: 'loopback', at: /^(?:addresses|loopback|local-pages|local-server)\.ts$/, imports: [] },
  { name: 'suites', at: /^protocol-suites\//, imports: [] },
  { name: 'servers', at: /^(kafka|mail|payments)\//, imports: ['loopback'] },
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
  /** Folders of the projects. */
  at: RegExp;
  rings?: readonly Ring[];
  /** Packages that its code may import, including those of the workspace. */
  packages: RegExp;
}

const ofWorkspace = (...names: string[]) =>
  new RegExp(`^(?!@kumbuka/(?!(${names.join('|')})$))(?!(kafkajs|ts-fsrs)$)`);

const edge = ['contracts', 'http-kit', 'identity', 'runtime', 'text'];

/** The first matching line applies to a project. */
export const projectRules: readonly ProjectRules[] = [
  {
    at: /^services\//,
    rings: serviceRings,
    packages: ofWorkspace(
      ...edge,
      'service-kit',
      'event-bus',
      'card-files',
      'card-maker',
      'content',
      'schedule',
    ),
  },
  {
    at: /^apps\/web$/,
    rings: webRings,
    packages: ofWorkspace('content', 'contracts', 'http-kit', 'runtime', 'schedule', 'text'),
  },
  { at: /^apps\/gateway$/, packages: ofWorkspace(...edge, 'event-bus') },
  { at: /^apps\//, packages: ofWorkspace(...edge) },
  { at: /^libs\/text$/, packages: /^$/ },
  { at: /^libs\/card-files$/, packages: /^(?!@kumbuka\/(?!(content|contracts|text)$))/ },
  { at: /^libs\/card-maker$/, packages: /^@kumbuka\/text$/ },
  { at: /^libs\/content$/, packages: /^(?!@kumbuka\/(?!(content|contracts|text)$))/ },
  { at: /^libs\/schedule$/, packages: /^(ts-fsrs|@kumbuka\/contracts)$/ },
  { at: /^libs\/contracts$/, packages: /^(zod|@kumbuka\/text)$/ },
  { at: /^libs\/runtime$/, packages: /^(?!fastify$|undici$|@kumbuka\/(?!contracts$))/ },
  { at: /^libs\/http-kit$/, packages: ofWorkspace('contracts', 'runtime') },
  { at: /^libs\/identity$/, packages: ofWorkspace('contracts', 'http-kit', 'runtime') },
  { at: /^libs\/event-bus$/, packages: /^(?!fastify$|@kumbuka\/(?!(contracts|runtime)$))/ },
  { at: /^libs\/service-kit$/, packages: ofWorkspace(...edge, 'event-bus') },
  { at: /^tools\/embedded$/, rings: embeddedRings, packages: /./ },
  { at: /^tools\//, packages: /./ },
];

/** Tests and their shared code. They may import almost everything, and only tests import them. */
export const isTest = (file: string) =>
  /\.(test|drill)\.tsx?$|(^|\/)src\/testing\/|^apps\/web\/src\/test\/|^(libs\/text|tools\/embedded)\/testing\/|vitest\.config\.ts$/.test(
    file,
  ) || isForTests(file);

/** The only tools that tests outside `tools/` may import. They start embedded servers, which libraries must not. */
export const isForTests = (file: string) => file.startsWith('tools/testing/');
