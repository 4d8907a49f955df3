import * as contracts from '@kumbuka/contracts';
import { workspaceRoot } from '@kumbuka/supergraph/subgraphs';
import { writeOrCheck, type GeneratedFile } from '@kumbuka/supergraph/write-or-check';
import { join } from 'node:path';
import ts from 'typescript';
import { declarationsOf, isExported, namesFrom, sentenceBefore, sourcesOf, type Source } from './code.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const link = (file: string) => `[${file.replace('/src/', '/')}](../${file})`;
const serviceOf = ({ file }: Source) => file.split('/')[1] ?? '';
const withFile = (sources: readonly Source[], name: string) =>
  sources.filter(({ file }) => file.endsWith(`/src/events/${name}.ts`));

const nameOf = (contract: contracts.EventContract) =>
  Object.entries(contracts).find(([, each]) => each === contract)?.[0] ?? '';

/** Who listens to a version of an event takes those before it, too. */
const namesHearing = ({ type, version }: contracts.EventContract) =>
  contracts.events
    .filter((each) => each.type === type && contracts.versionsOf(each).includes(version))
    .map(nameOf);

const titleOf = ({ type, version }: contracts.EventContract) =>
  version === 1 ? `\`${type}\`` : `\`${type}\` version ${version}`;

function eventsTable(services: readonly Source[]) {
  const listeners = withFile(services, 'consumes');
  const rows = contracts.events.map((contract) => {
    const names = new Set(namesHearing(contract));
    const heard = listeners.filter((each) =>
      namesFrom(each, '@kumbuka/contracts').some((name) => names.has(name)),
    );
    const by = heard.map((each) => `[${serviceOf(each)}](../${each.file})`).join(', ');
    return [titleOf(contract), contract.description, by === '' ? 'nobody yet' : by];
  });
  return table(['event', 'says', 'heard by'], rows);
}

const msOf: Record<string, number> = {
  Ms: 1,
  Seconds: 1000,
  Minutes: 60_000,
  Hours: 3_600_000,
  Days: 86_400_000,
};
const unitOf = (name: string) => /(Ms|Seconds|Minutes|Hours|Days)$/.exec(name)?.[1];

/** A number as it is written, products too; undefined for anything else. */
function numberOf(node: ts.Node | undefined): number | undefined {
  if (node === undefined) return undefined;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken)
    return undefined;
  const [left, right] = [numberOf(node.left), numberOf(node.right)];
  return left === undefined || right === undefined ? undefined : left * right;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

function inWords(ms: number) {
  const [unit, size] = units.find(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1];
  return `${ms / size} ${unit}`;
}

function timesOf(source: Source) {
  return declarationsOf(source).flatMap(({ name, value, statement }) => {
    const unit = unitOf(name);
    const number = numberOf(value);
    if (unit === undefined || number === undefined) return [];
    const ms = number * (msOf[unit] ?? 1);
    return [{ ms, row: [inWords(ms), `\`${name}\``, sentenceBefore(statement) ?? '', link(source.file)] }];
  });
}

const timesTable = (sources: readonly Source[]) =>
  table(
    ['time', 'name', 'of', 'in'],
    sources
      .flatMap(timesOf)
      .toSorted((left, right) => left.ms - right.ms)
      .map(({ row }) => row),
  );

function indexesOf(source: Source) {
  return source.tree.statements.flatMap((statement) => {
    const call = ts.isExpressionStatement(statement) ? statement.expression : undefined;
    if (!call || !ts.isCallExpression(call) || !call.expression.getText().endsWith('.index')) return [];
    const keys = call.arguments[0]?.getText().replaceAll(/\s+/g, ' ') ?? '';
    return [[link(source.file), `\`${keys}\``, sentenceBefore(statement) ?? '']];
  });
}

const rulesOf = (source: Source) =>
  declarationsOf(source)
    .filter(({ statement }) => isExported(statement))
    .map(({ name, statement }) => [sentenceBefore(statement), name])
    .filter(([sentence]) => sentence !== undefined && sentence !== '')
    .map(([sentence, name]) => [`${sentence}`, `\`${name}\``, link(source.file)]);

const errorRows = Object.entries(contracts.errorCatalogue).map(([name, entry]) => [
  String(entry.status),
  `\`${name}\``,
  entry.sentence,
]);

function mapText(root: string) {
  const services = sourcesOf(root, 'services');
  const servers = [...sourcesOf(root, 'libs'), ...services];
  const inFolder = (name: string) => services.filter(({ file }) => file.includes(`/src/${name}/`));
  return `# Map

Made from the code by \`npm run generate\`; do not edit.

## Who listens to an event

${eventsTable(services)}

## Where a rule stands

Exported functions of the services' domains, in the words of their comments.

${table(['rule', 'function', 'file'], inFolder('domain').flatMap(rulesOf))}

## Which index serves a read

${table(['file', 'index', 'for'], inFolder('store').flatMap(indexesOf))}

## What runs or ends by the clock

Every constant of time in services and libraries, the shortest first.

${timesTable(servers)}

## The text of an error

All in [libs/contracts/src/error-catalogue.ts](../libs/contracts/src/error-catalogue.ts).

${table(['status', 'name', 'sentence'], errorRows)}
`;
}

/** `docs/map.md`, which says where things stand. */
export const mapFile = (root = workspaceRoot): GeneratedFile => ({
  file: join(root, 'docs/map.md'),
  text: mapText(root),
});

if (import.meta.main) writeOrCheck([mapFile()], 'npm run generate');
