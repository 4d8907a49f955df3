import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { cyclesIn } from '../imports/cycles.ts';
import { root } from '../files.ts';
import { readModules, type Module } from '../imports/imports.ts';
import { isTest } from '../imports/rings.ts';

/** Result of `npm run nx -- run checks:figures`: function lengths, type assertions and import cycles. */
export interface Figures {
  files: number;
  functions: number;
  medianLines: number;
  p90Lines: number;
  /** Longest first, as `lines name file`. */
  longest: readonly string[];
  /** `x as T`, without `as const`. */
  assertions: number;
  /** `x!`. */
  nonNulls: number;
  cycles: number;
}

interface Named {
  name: string;
  lines: number;
  file: string;
}

const isFunctionValue = (node: ts.Node | undefined) =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** Returns the name of a declared function, a method or a function value; `undefined` for a callback. */
function nameOf(node: ts.Node): string | undefined {
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.body)
    return node.name?.getText();
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node))
    return isFunctionValue(node.initializer) ? node.name.getText() : undefined;
  return undefined;
}

const isAssertion = (node: ts.Node) => ts.isAsExpression(node) && node.type.getText() !== 'const';

function nodesOf(node: ts.Node): ts.Node[] {
  return [node, ...node.getChildren().flatMap(nodesOf)];
}

const linesOf = (tree: ts.SourceFile, node: ts.Node) =>
  tree.getLineAndCharacterOfPosition(node.end).line -
  tree.getLineAndCharacterOfPosition(node.getStart()).line +
  1;

function measure(file: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const nodes = nodesOf(tree);
  return {
    functions: nodes.flatMap((node): Named[] => {
      const name = nameOf(node);
      return name === undefined ? [] : [{ name, lines: linesOf(tree, node), file }];
    }),
    assertions: nodes.filter(isAssertion).length,
    nonNulls: nodes.filter(ts.isNonNullExpression).length,
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const isWritten = ({ file }: Module) => !isTest(file) && !/generated|\.d\.m?ts$/.test(file);

export function figuresOf(all: readonly Module[]): Figures {
  const modules = all.filter(isWritten);
  const measured = modules.map(({ file }) => measure(file));
  const functions = measured
    .flatMap((each) => each.functions)
    .toSorted((left, right) => right.lines - left.lines);
  const quantile = (share: number) => functions[Math.floor(functions.length * (1 - share))]?.lines ?? 0;
  return {
    files: modules.length,
    functions: functions.length,
    medianLines: quantile(0.5),
    p90Lines: quantile(0.9),
    longest: functions.slice(0, 5).map(({ lines, name, file }) => `${lines} ${name} ${file}`),
    assertions: sum(measured.map((each) => each.assertions)),
    nonNulls: sum(measured.map((each) => each.nonNulls)),
    cycles: cyclesIn(modules).length,
  };
}

const groups = { product: /^(apps|libs|services)\//, tools: /^tools\// };

function main() {
  const modules = readModules(root);
  for (const [name, group] of Object.entries(groups))
    console.log(name, figuresOf(modules.filter(({ file }) => group.test(file))));
}

if (import.meta.main) main();
