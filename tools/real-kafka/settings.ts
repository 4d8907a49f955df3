import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const template = join(import.meta.dirname, 'server.properties');

/** What one node has of its own. */
export type NodeSettings = {
  port: number;
  /** The port that clients are told of, where something stands in front of the broker. */
  advertisedPort?: number | undefined;
  controllerPort: number;
  /** Soon enough for a test of retention where none is given; often costs a node that has nothing to do. */
  retentionCheckMs?: number | undefined;
  dataDir: string;
  /** The address that it listens on. */
  listen: string;
  /** By which others reach it. */
  host: string;
};

/** The text of `server.properties` for a node. */
export function propertiesOf(settings: NodeSettings): string {
  const { port, advertisedPort = port, retentionCheckMs = 300 } = settings;
  const values = new Map(Object.entries({ ...settings, advertisedPort, retentionCheckMs }));
  return readFileSync(template, 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) =>
    String(values.get(name)),
  );
}
