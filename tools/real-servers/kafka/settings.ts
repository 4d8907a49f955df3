import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const template = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Port of clients without a login, and the two passwords that Kafka cannot store. */
export type AccessSettings = { readPort: number; brokerPassword: string; topicsPassword: string };

/** Settings of one node. */
type NodeSettings = {
  port: number;
  /** Advertised port, when a proxy is in front of the broker. */
  advertisedPort?: number | undefined;
  controllerPort: number;
  /** Interval of retention checks. Tests of retention need a short one, which costs an idle node CPU time. */
  retentionCheckMs?: number | undefined;
  /** Time without a heartbeat after which the node loses its partitions. */
  sessionMs?: number | undefined;
  dataDir: string;
  /** Logins and access rules; unrestricted when absent. */
  access?: AccessSettings | undefined;
};

/** Kafka's default. */
const KAFKA_SESSION_MS = 9_000;

/** Returns the text of `server.properties` for a node. */
export function propertiesOf(settings: NodeSettings): string {
  const { port, advertisedPort = port, retentionCheckMs = 300, sessionMs = KAFKA_SESSION_MS } = settings;
  const { access, ...node } = settings;
  const values = new Map<string, unknown>(
    Object.entries({ ...node, ...access, advertisedPort, retentionCheckMs, sessionMs }),
  );
  const text = access === undefined ? template('server.properties') : withAccess();
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
}

/** Replaces settings, because the tool that formats a directory warns about repeated names. */
function withAccess(): string {
  const added = template('access.properties');
  const names = new Set(added.split('\n').map((line) => line.split('=')[0]));
  const kept = template('server.properties')
    .split('\n')
    .filter((line) => !names.has(line.split('=')[0]));
  return [...kept, added].join('\n');
}
