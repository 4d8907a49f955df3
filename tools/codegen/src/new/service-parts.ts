import type { Names } from './names.ts';

/** The texts of a new service, by their places in its folder. */
export const filesOf = (service: Names): Record<string, string> => ({
  'README.md': readme(service),
  'schema.graphql': schema,
  'src/config.ts': config(service),
  'src/app.ts': app(service),
  'src/domain/learner.ts': learner,
  'src/domain/events.ts': domainEvents,
  'src/use-cases/ports.ts': ports,
  'src/use-cases/erase-learner.ts': eraseLearner,
  'src/use-cases/use-cases.ts': useCases(service),
  'src/store/learner-store.ts': learnerStore,
  'src/store/stores.ts': stores(service),
  'src/store/user-deletion.ts': userDeletion(service),
  'src/events/publishes.ts': publishes,
  'src/events/consumes.ts': consumes,
  'src/graphql/context.ts': context,
  'src/graphql/views.ts': views,
  'src/graphql/resolvers.ts': resolvers,
  'src/http/routes.ts': routes,
  'src/erasure.test.ts': erasureTest(service),
});

export const events = (camel: string) => `import type { EventContract } from '../envelope.ts';

export const ${camel}Events: readonly EventContract[] = [];
`;

export const restRoutes = (camel: string) => `export const ${camel}Routes = {};
`;

const readme = ({ kebab, words }: Names) => `# ${kebab}

${words}.

- **Owns** (\`kumbuka_${kebab.replaceAll('-', '_')}\`): \`learners\`, tombstones of users who are gone.
- **Answers**: the routes of contracts and the subgraph in \`schema.graphql\`.
- **Publishes** on \`${kebab}.events\`: nothing yet.
- **Listens** to auth: who is gone.
- **Runs** with \`NODE_ENV\`, \`LOG_LEVEL\`, \`HOST\`, \`PORT\`, \`INTERNAL_KEY\`, \`IDEMPOTENCY_KEY\`, \`MONGO_URL\`, \`KAFKA_BROKERS\`, \`REDIS_URL\`, \`AUTH_URL\`.
`;

const schema = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])

"An instant in UTC, ISO 8601."
scalar DateTime

type Query {
  "The learner who is asking; UNAUTHENTICATED without a valid token."
  viewer: User! @shareable
}

"A person with an account."
type User @key(fields: "id") {
  "The integer of REST as text."
  id: ID!
}
`;

const config = ({
  kebab,
}: Names) => `import { processConfig, readConfig, type Environment } from '@kumbuka/runtime';
import { serviceConfig, storeConfig } from '@kumbuka/service-kit';
import { z } from 'zod';

const schema = z.object({ ...processConfig, ...storeConfig, AUTH_URL: z.url() }).transform((env) => ({
  ...serviceConfig('${kebab}', env),
  auth: { url: env.AUTH_URL },
}));

export type Config = z.output<typeof schema>;
/** The configuration by an environment; throws ConfigurationInvalid with every problem. */
export const loadConfig = (env: Environment): Config => readConfig(schema, env);
`;

const app = ({ words }: Names) => `import type { RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import { assembleService, createFoundation, createTransactions, type Overrides } from '@kumbuka/service-kit';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import { createUseCases } from './use-cases/use-cases.ts';

/** ${words} as one thing: nothing happens before start(). */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, idempotency, log, now } = foundation;

  const { transact } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const useCases = createUseCases({
    ...createStores(connection),
    transact,
    forgetResponses: idempotency.forget,
    now,
  });

  return assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases),
    deletion: userDeletion(connection, idempotency),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases),
    buildContext: contextOf,
    listeners: listeners(useCases),
  });
}
`;

const learner = `/** Somebody with an account, as far as this service knows. */
export interface Learner {
  id: number;
  /** When the account went; for ever. */
  erasedAt: Date | null;
}
`;

const domainEvents = `/** What happened and is published. */
export type DomainEvent = never;
`;

const ports = `import type { DomainEvent } from '../domain/events.ts';
import type { Learner } from '../domain/learner.ts';

export interface LearnerStore {
  find(id: number): Promise<Learner | null>;
  /** Marks a learner as gone for ever. */
  erase(id: number, at: Date): Promise<void>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
interface UnitOfWork {
  learners: LearnerStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
}

/** Everything that use-cases need of the world. */
export interface Ports {
  learners: LearnerStore;
  /** Runs work in one transaction, again from the start after a conflict. */
  transact<Result>(work: (unit: UnitOfWork) => Promise<Result>): Promise<Result>;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetResponses(learnerId: number): Promise<void>;
  now(): Date;
}
`;

const eraseLearner = `import type { Ports } from './ports.ts';

/** Erases everything of a learner, in steps that may be repeated; the tombstone comes first and stops what is new. */
export const eraseLearner =
  ({ learners, forgetResponses }: Ports) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await learners.erase(learnerId, at);
    await forgetResponses(learnerId);
  };
`;

const useCases = ({ words }: Names) => `import { eraseLearner } from './erase-learner.ts';
import type { Ports } from './ports.ts';

/** All that can be asked of ${words.toLowerCase()}, by REST and GraphQL alike, and what its events ask. */
export const createUseCases = (ports: Ports) => ({
  eraseLearner: eraseLearner(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
`;

const learnerStore = `import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { LearnerStore } from '../use-cases/ports.ts';

interface LearnerRow {
  _id: number;
  erasedAt: Date | null;
}

const schema = new Schema<LearnerRow>(
  { _id: { type: Number, required: true }, erasedAt: { type: Date, default: null } },
  { collection: 'learners', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<LearnerRow> =>
  connection.models['Learner'] ?? connection.model<LearnerRow>('Learner', schema);

/** Who is gone. */
export function createLearnerStore(
  connection: Connection,
  session: ClientSession | null = null,
): LearnerStore {
  const learners = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async find(id) {
      const row = await learners.findById(id).session(session).lean<LearnerRow>();
      return row && { id, erasedAt: row.erasedAt };
    },

    async erase(id, at) {
      await learners.updateOne({ _id: id }, { $set: { erasedAt: at } }, { ...inSession, upsert: true });
    },
  };
}
`;

const stores = ({ words }: Names) => `import type { ClientSession, Connection } from 'mongoose';
import { createLearnerStore } from './learner-store.ts';

/** All stores of ${words.toLowerCase()}; with a session every call is part of its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  learners: createLearnerStore(connection, session),
});
`;

const userDeletion = ({
  words,
}: Names) => `import type { Idempotency, UserDeletion } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import { createLearnerStore } from './learner-store.ts';

/** What ${words.toLowerCase()} holds of users: each collection that names them gets a line in \`rows\`. */
export const userDeletion = (connection: Connection, { forget }: Idempotency): UserDeletion => ({
  rows: [],
  async markErased(userIds, at, session) {
    const learners = createLearnerStore(connection, session);
    for (const userId of userIds) await learners.erase(userId, at);
  },
  finish: forget,
});
`;

const publishes = `import type { Envelope } from '@kumbuka/contracts';
import type { DomainEvent } from '../domain/events.ts';

/** The envelope of what happened: ids and times, never texts. */
export const toEnvelope = (event: DomainEvent): Envelope => event;
`;

/** The same once there is something to tell. */
export const publishesSome = `import type { Envelope } from '@kumbuka/contracts';
import type { DomainEvent } from '../domain/events.ts';

/** The envelope of what happened: ids and times, never texts. */
export function toEnvelope(event: DomainEvent): Envelope {
  switch (event.type) {
  }
}
`;

const consumes = `import { userDeleted } from '@kumbuka/contracts';
import { on, type Listener } from '@kumbuka/event-bus';
import type { UseCases } from '../use-cases/use-cases.ts';

export const listeners = ({ eraseLearner }: Pick<UseCases, 'eraseLearner'>): Listener[] => [
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
`;

const context = `import type { RequestContext } from '@kumbuka/service-kit';

/** What resolvers know of a request. */
export type GraphQLContext = RequestContext;
export const contextOf = (request: RequestContext): GraphQLContext => request;
`;

const views = `/** A user by its id; everything else of it other services know. */
export interface UserView {
  id: string;
}
`;

const resolvers = `import { isPrincipal, requirePrincipal } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type { MutationResolvers, Resolvers } from './generated/types.ts';

const mutations = (useCases: UseCases): MutationResolvers<GraphQLContext> => ({});

/** Registered under the names of the schema; the generated types hold them to it. */
export const resolvers = (useCases: UseCases): Resolvers<GraphQLContext> => ({
  Query: { viewer: (_parent, _given, context) => ({ id: String(requirePrincipal(context).userId) }) },
  Mutation: mutations(useCases),
  User: {
    __resolveReference: ({ id }, context) => (isPrincipal({ id }, context) ? { id } : null),
  },
});
`;

const routes = `import { type HandledRoute } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';

export const routes = (useCases: UseCases): HandledRoute[] => [];
`;

const erasureTest = ({ kebab }: Names) => `import { deletionRoutes, userDeleted } from '@kumbuka/contracts';
import { newEvent, uuidV7 } from '@kumbuka/event-bus';
import { buildTestService, eventually, publishEvents, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

let stack: TestStack;
let service: TestService;
let database: Connection;
beforeAll(async () => {
  stack = await startStack();
  service = await buildTestService(createApp, loadConfig, { stack });
  database = await mongoose.createConnection(stack.mongo.uri('kumbuka_${kebab.replaceAll('-', '_')}')).asPromise();
});
afterAll(async () => {
  await database.close();
  await service.stop();
  await stack.stop();
});

const isGone = async (id: number) =>
  (await database.collection<{ _id: number; erasedAt: Date }>('learners').findOne({ _id: id }))?.erasedAt;

it('forgets a learner of whom auth says that the account is gone', async () => {
  const deletedAt = '2026-03-01T12:00:00.000Z';
  await publishEvents(stack, [
    newEvent(userDeleted, {
      key: 7,
      aggregate: { id: 7, version: 2 },
      occurredAt: new Date(deletedAt),
      data: { userId: 7, deletedAt },
    }),
  ]);
  await eventually(async () => expect(await isGone(7)).toEqual(new Date(deletedAt)));
});

it('takes its step of a deletion of users', async () => {
  const route = deletionRoutes.find(({ owner }) => owner === '${kebab}');
  const { status, body } = await service.rest('POST', route?.path ?? '', {
    body: { deletionId: uuidV7(), userIds: [8], dryRun: false },
  });
  expect([status, body]).toEqual([200, { users: [{ userId: 8, counts: {}, done: true }] }]);
  expect(await isGone(8)).toBeInstanceOf(Date);
});
`;
