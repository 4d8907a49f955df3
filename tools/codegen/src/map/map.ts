import * as contracts from '@kumbuka/contracts';
import { workspaceRoot } from '../workspace.ts';
import { writeOrCheck, type GeneratedFile } from '../write-or-check.ts';
import { join } from 'node:path';
import ts from 'typescript';
import { declarationsOf, link, namesFrom, sentenceBefore, sourcesOf, type Source } from './code.ts';
import { jobRows } from './map-clock.ts';
import { pathRows, routeRows } from './map-routes.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const serviceOf = ({ file }: Source) => file.split('/')[1] ?? '';
const withFile = (sources: readonly Source[], name: string) =>
  sources.filter(({ file }) => file.endsWith(`/src/events/${name}.ts`));

const nameOf = (contract: contracts.EventContract) =>
  Object.entries(contracts).find(([, each]) => each === contract)?.[0] ?? '';

/** A listener of a version also takes the earlier ones. */
const namesOfConsumers = ({ type, version }: contracts.EventContract) =>
  contracts.events
    .filter((each) => each.type === type && contracts.versionsOf(each).includes(version))
    .map(nameOf);

const titleOf = ({ type, version }: contracts.EventContract) =>
  version === 1 ? `\`${type}\`` : `\`${type}\` version ${version}`;

function eventsTable(services: readonly Source[]) {
  const listeners = withFile(services, 'consumes');
  const rows = contracts.events.map((contract) => {
    const names = new Set(namesOfConsumers(contract));
    const consuming = listeners.filter((each) =>
      namesFrom(each, '@kumbuka/contracts').some((name) => names.has(name)),
    );
    const by = consuming.map((each) => `[${serviceOf(each)}](../${each.file})`).join(', ');
    return [titleOf(contract), contract.description, by === '' ? 'none' : by];
  });
  return table(['event', 'meaning', 'consumers'], rows);
}

/** Reads keys from an object or from the constant that also serves as a hint. */
function indexesOf(source: Source) {
  const constants = new Map(declarationsOf(source).map((each) => [each.name, each]));
  return source.tree.statements.flatMap((statement) => {
    const call = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    if (!call || !ts.isCallExpression(call) || !call.expression.getText().endsWith('.index')) return [];
    const argument = call.arguments[0]?.getText() ?? '';
    const constant = constants.get(argument);
    const keys = (constant?.value?.getText() ?? argument).replaceAll(/\s+/g, ' ').replace(/ as const$/, '');
    const purpose = sentenceBefore(statement) ?? (constant && sentenceBefore(constant.statement));
    return [[link(source.file), `\`${keys}\``, purpose ?? '']];
  });
}

const errorRows = Object.entries(contracts.errorCatalogue).map(([name, entry]) => [
  String(entry.status),
  `\`${name}\``,
  'code' in entry ? `\`${entry.code}\`` : 'its name',
  entry.sentence,
]);

function mapText(root: string) {
  const services = sourcesOf(root, 'services');
  const servers = [...sourcesOf(root, 'libs'), ...services];
  const inFolder = (name: string) => services.filter(({ file }) => file.includes(`/src/${name}/`));
  return `# Map

Generated from the code by \`npm run generate\`; do not edit.

## Consumers of each event

${eventsTable(services)}

## Calls between processes

Internal routes, which require the internal key. Every process reads revocations of tokens by one of them.

${table(['route', 'owner', 'response', 'called in'], routeRows([...servers, ...sourcesOf(root, 'apps'), ...sourcesOf(root, 'tools')]))}

## Handlers of REST paths

Each is declared in \`libs/contracts/src/rest/<service>.ts\`; GraphQL fields are in each service's \`graphql/resolvers.ts\`.

${table(['path', 'purpose', 'name', 'handled in'], pathRows())}

## Indexes

${table(['file', 'index', 'purpose'], inFolder('store').flatMap(indexesOf))}

## Jobs

Jobs of the services. The interval lasts from the end of a run to the start of the next.

${table(['interval', 'job', 'use case', 'file'], jobRows(services))}

## Errors

All in [libs/contracts/src/error-catalogue.ts](../libs/contracts/src/error-catalogue.ts).

${table(['status', 'name', 'code', 'sentence'], errorRows)}
`;
}

/** Returns `docs/map.md`, the index of the code. */
export const mapFile = (): GeneratedFile => ({
  file: join(workspaceRoot, 'docs/map.md'),
  text: mapText(workspaceRoot),
});

if (import.meta.main) writeOrCheck([mapFile()], 'npm run generate');
