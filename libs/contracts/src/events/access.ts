import { deadLetterTopicOf, topicOf } from '../envelope.ts';
import { serviceNames, type ServiceName } from '../services.ts';

/** Services whose events each service consumes. A test in `tools/checks` compares the list with the handlers. */
export const consumedServices: Record<ServiceName, readonly ServiceName[]> = {
  auth: ['decks'],
  decks: ['auth', 'study-progress'],
  'study-progress': ['auth', 'decks'],
  billing: ['auth', 'ai'],
  ai: ['auth', 'billing'],
  admin: ['auth', 'decks', 'study-progress', 'billing', 'ai'],
};

/** Services whose events the gateway reads for live updates. */
export const liveServices = ['decks', 'study-progress', 'billing', 'ai'] as const satisfies ServiceName[];
/** Login of the gateway. */
export const gatewayLogin = 'gateway';
/** Prefix of the consumer groups of the gateway's processes; each has its own. */
export const liveGroupPrefix = 'live-';
/** Login that creates topics, logins and access rules. */
export const topicsLogin = 'topics';
/** Login of other systems; it reads the event topics. */
export const readerLogin = 'reader';
/** Name that Kafka gives to connections without a login. */
export const anonymousLogin = 'ANONYMOUS';

/** Logins with a password. */
export const kafkaLogins = [...serviceNames, gatewayLogin, topicsLogin, readerLogin] as const;
export type KafkaLoginName = (typeof kafkaLogins)[number];

type OfEachLogin<Value> = Record<KafkaLoginName, Value>;

const isOfEachLogin = <Value>(values: Record<string, Value>): values is OfEachLogin<Value> =>
  kafkaLogins.every((name) => name in values);

/** Maps every login to a value. */
export function byKafkaLogin<Value>(valueOf: (name: KafkaLoginName) => Value): OfEachLogin<Value> {
  const values = Object.fromEntries(kafkaLogins.map((name) => [name, valueOf(name)]));
  if (!isOfEachLogin(values)) throw new Error('A login has no value.');
  return values;
}

export type KafkaResource = 'topic' | 'group' | 'cluster';
export type KafkaOperation =
  'read' | 'write' | 'create' | 'delete' | 'alter' | 'describe' | 'describe-configs' | 'alter-configs';

/** Permits or forbids operations on a resource, or on all whose names begin with `name`. A denial takes precedence. */
export interface KafkaRule {
  login: string;
  effect: 'allow' | 'deny';
  resource: KafkaResource;
  pattern: 'literal' | 'prefixed';
  /** `*` with the pattern `literal` stands for all names. */
  name: string;
  operations: readonly KafkaOperation[];
}

/** Name of the cluster in Kafka's access rules. */
export const kafkaCluster = 'kafka-cluster';
/** Prefix of topics that hold the present state as events, for consumers that begin late (`npm run admin -- events republish`). */
export const republishedPrefix = 'republished.';
/** Consumer groups with which operators read topics: the dead letters, and the events as they arrive. */
const operatorGroups = { reads: 'reads-', follows: 'follows-' } as const;

const eventTopics = serviceNames.map(topicOf);

type Resource = Pick<KafkaRule, 'resource' | 'pattern' | 'name'>;
const topic = (name: string): Resource => ({ resource: 'topic', pattern: 'literal', name });
const group = (name: string): Resource => ({ resource: 'group', pattern: 'literal', name });
const topicsWith = (prefix: string): Resource => ({ resource: 'topic', pattern: 'prefixed', name: prefix });
const groupsWith = (prefix: string): Resource => ({ resource: 'group', pattern: 'prefixed', name: prefix });
const every = (resource: KafkaResource): Resource => ({ resource, pattern: 'literal', name: '*' });
const cluster: Resource = { resource: 'cluster', pattern: 'literal', name: kafkaCluster };

const rule =
  (effect: KafkaRule['effect']) =>
  (login: string, resource: Resource, ...operations: KafkaOperation[]): KafkaRule => ({
    login,
    effect,
    ...resource,
    operations,
  });
const allow = rule('allow');
const deny = rule('deny');

/** A service writes its own topic, reads those it consumes and writes their dead-letter topics. */
function rulesOfService(name: ServiceName): KafkaRule[] {
  const consumed = consumedServices[name].map(topicOf);
  return [
    allow(name, topic(topicOf(name)), 'write'),
    ...consumed.map((each) => allow(name, topic(each), 'read')),
    ...consumed.map((each) => allow(name, topic(deadLetterTopicOf(each)), 'write')),
    allow(name, group(name), 'read'),
  ];
}

/** Admin shows events and lag, replays dead letters to every topic, removes them (ADR 096) and republishes. */
const rulesOfOperators: KafkaRule[] = [
  ...eventTopics.map((each) => allow('admin', topic(each), 'read', 'write')),
  ...eventTopics.map((each) => allow('admin', topic(deadLetterTopicOf(each)), 'read', 'delete')),
  ...Object.values(operatorGroups).map((prefix) => allow('admin', groupsWith(prefix), 'read', 'delete')),
  allow('admin', every('group'), 'describe'),
  allow('admin', topicsWith(republishedPrefix), 'write', 'create', 'describe-configs', 'alter-configs'),
];

/** The gateway only reads, and deletes the groups of its stopped processes. */
const rulesOfGateway: KafkaRule[] = [
  ...liveServices.map((each) => allow(gatewayLogin, topic(topicOf(each)), 'read')),
  allow(gatewayLogin, groupsWith(liveGroupPrefix), 'read', 'delete'),
];

/** Other systems read events with groups of their own, never with those of the product. */
const rulesOfReaders = (login: string): KafkaRule[] => [
  ...eventTopics.map((each) => allow(login, topic(each), 'read')),
  allow(login, topicsWith(republishedPrefix), 'read'),
  allow(login, every('group'), 'read'),
  ...[...serviceNames.map(group), ...[...Object.values(operatorGroups), liveGroupPrefix].map(groupsWith)].map(
    (each) => deny(login, each, 'read'),
  ),
];

const rulesOfTopics: KafkaRule[] = [
  allow(topicsLogin, cluster, 'alter', 'create', 'describe'),
  allow(topicsLogin, every('topic'), 'create', 'describe', 'describe-configs', 'alter-configs'),
];

/** Access rules of Kafka. The topics tool writes them to Kafka; the embedded broker enforces them as well. */
export const kafkaRules: readonly KafkaRule[] = [
  ...serviceNames.flatMap(rulesOfService),
  ...rulesOfOperators,
  ...rulesOfGateway,
  ...rulesOfTopics,
  ...rulesOfReaders(readerLogin),
];

/** Read access for connections without a login, where a listener accepts them. */
export const anonymousRules: readonly KafkaRule[] = rulesOfReaders(anonymousLogin);
