import ts from 'typescript';
import { declarationsOf, link, type Source } from './code.ts';

/** Evaluates a number literal or a product of them; `undefined` for anything else. */
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

/** Argument of a job: a value, or the name of a setting that tests can replace. */
function optionsOf({ arguments: [first] }: ts.CallExpression): Map<string, string> {
  if (first === undefined || !ts.isObjectLiteralExpression(first)) return new Map();
  return new Map(
    first.properties.map((each) => [
      each.name?.getText() ?? '',
      ts.isPropertyAssignment(each) ? each.initializer.getText() : (each.name?.getText() ?? ''),
    ]),
  );
}

const wordsOf = (option = '') => option.replace(/^.*\?\? /, '').replace(/^'(.*)'$/, '$1');

/** Default of a destructured option, such as `const { refreshMs: refresh = refreshMs } = pace`. */
function defaultOf(node: ts.Node, name: string): string | undefined {
  if (ts.isBindingElement(node) && node.name.getText() === name && node.initializer !== undefined)
    return node.initializer.getText();
  return ts.forEachChild(node, (child) => defaultOf(child, name));
}

/** Value of a number constant of the file, or of an option that has such a constant as its default. */
function constantOf(source: Source, name: string): number | undefined {
  const nameOfConstant = defaultOf(source.tree, name) ?? name;
  return numberOf(declarationsOf(source).find((each) => each.name === nameOfConstant)?.value);
}

/** Returns the interval, a constant or a product of constants, in words; the expression where the file does not set it. */
function paceOf(source: Source, option: string | undefined): string {
  const expression = wordsOf(option);
  const factors = expression.split(' * ').map((name) => constantOf(source, name));
  const ms = factors.reduce<number>((product, factor) => product * (factor ?? NaN), 1);
  return Number.isNaN(ms) ? `\`${expression}\`` : inWords(ms);
}

function callsOf(node: ts.Node, name: string): ts.CallExpression[] {
  const below: ts.CallExpression[] = [];
  ts.forEachChild(node, (child) => void below.push(...callsOf(child, name)));
  return ts.isCallExpression(node) && node.expression.getText() === name ? [node, ...below] : below;
}

/** Returns the jobs that a file creates one by one, and those of a list of (name, pace, work). */
function jobsOf(source: Source): string[][] {
  const made = callsOf(source.tree, 'createJob').flatMap((call) => {
    const options = optionsOf(call);
    if (!options.get('name')?.startsWith("'")) return [];
    const run = options.get('run')?.match(/useCases\.\w+|\w+(?=\()|^\w+$/)?.[0] ?? '';
    return [[paceOf(source, options.get('everyMs')), wordsOf(options.get('name')), run]];
  });
  const listed = callsOf(source.tree, 'job').map(({ arguments: [name, pace, run] }) => [
    inWords(Number(pace?.getText().match(/\d+/)?.[0]) * 1000),
    wordsOf(name?.getText()),
    run?.getText() ?? '',
  ]);
  return [...made, ...listed].map(([pace = '', name = '', run = '']) => [
    pace,
    name,
    `\`${run.replace('useCases.', '')}\``,
    link(source.file),
  ]);
}

/** Returns the jobs of services with interval, name, work and source. */
export const jobRows = (services: readonly Source[]) => services.flatMap(jobsOf);
