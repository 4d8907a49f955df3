import { events, type EventContract } from '@kumbuka/contracts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { openApiDocument } from '@kumbuka/rest-facade/openapi';
import { breaksOf } from '../breaks-of.ts';
import { workspaceRoot } from '../workspace.ts';
import type { GeneratedFile } from '../write-or-check.ts';
import { apiBreaks, type OpenApi } from './api-breaks.ts';
import { asyncApiDocument } from '@kumbuka/rest-facade/asyncapi';
import { schemaBreaks } from './breaks.ts';
import { eventExample } from '@kumbuka/rest-facade/event-example';
import { eventSchema, slotOf } from '@kumbuka/rest-facade/event-schema';
import type { JsonSchema } from '@kumbuka/rest-facade/json-schema';

const eventsFolder = (root: string) => join(root, 'libs/contracts/snapshots/events');
const openApiFile = (root: string) => join(root, 'libs/contracts/snapshots/openapi.json');
const schemaEnding = '.schema.json';
const schemaFile = (root: string, slot: string) => join(eventsFolder(root), `${slot}${schemaEnding}`);
export const exampleFile = (root: string, slot: string) => join(root, 'docs/events/examples', `${slot}.json`);

const jsonFile = (file: string, value: unknown): GeneratedFile => ({
  file,
  text: `${JSON.stringify(value, null, 2)}\n`,
});
export const readJson = <Shape>(file: string): Shape => JSON.parse(readFileSync(file, 'utf8')) as Shape;

async function formatted({ file, text }: GeneratedFile): Promise<GeneratedFile> {
  return { file, text: await format(text, { ...(await resolveConfig(file)), parser: 'json' }) };
}

/** Returns all files generated from the contracts: snapshots, golden examples, OpenAPI and AsyncAPI. */
export async function contractFiles(
  root = workspaceRoot,
  contracts: readonly EventContract[] = events,
): Promise<GeneratedFile[]> {
  const exampleOf = (contract: EventContract) =>
    formatted(jsonFile(exampleFile(root, slotOf(contract)), eventExample(contract)));
  return [
    ...contracts.map((contract) => jsonFile(schemaFile(root, slotOf(contract)), eventSchema(contract))),
    ...(await Promise.all(contracts.map(exampleOf))),
    jsonFile(openApiFile(root), openApiDocument()),
    await formatted(jsonFile(join(root, 'docs/events/asyncapi.json'), asyncApiDocument(contracts))),
  ];
}

function slotsInGit(root: string): string[] {
  if (!existsSync(eventsFolder(root))) return [];
  return readdirSync(eventsFolder(root))
    .filter((name) => name.endsWith(schemaEnding))
    .map((name) => name.slice(0, -schemaEnding.length));
}

function breaksOfSlot(slot: string, before: JsonSchema, contract: EventContract | undefined): string[] {
  if (!contract) return [`${slot} was removed`];
  return schemaBreaks(before, eventSchema(contract), 'event').map((what) => `${slot}: ${what}`);
}

/** Breaking changes for consumers of the events in the snapshots, one sentence each. */
export function eventBreaks(root = workspaceRoot, contracts: readonly EventContract[] = events): string[] {
  const now = new Map(contracts.map((contract) => [slotOf(contract), contract]));
  return slotsInGit(root).flatMap((slot) =>
    breaksOf(
      schemaFile(root, slot),
      (before) => breaksOfSlot(slot, JSON.parse(before) as JsonSchema, now.get(slot)),
      root,
    ),
  );
}

/** Breaking changes for clients of the API in the snapshot, one sentence each. */
export function restBreaks(): string[] {
  const now = JSON.parse(JSON.stringify(openApiDocument())) as OpenApi;
  return breaksOf(openApiFile(workspaceRoot), (before) => apiBreaks(JSON.parse(before) as OpenApi, now));
}
