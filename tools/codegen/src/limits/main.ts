import * as contracts from '@kumbuka/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { workspaceRoot } from '../workspace.ts';
import { writeOrCheck } from '../write-or-check.ts';

const source = 'libs/contracts/src/constants.ts';
const file = join(workspaceRoot, 'docs/limits.md');

/** `decksPerLearner` -> `decks per learner` */
const wordsOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const commentOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .flatMap((each) => (ts.isJSDoc(each) ? (ts.getTextOfJSDocComment(each.comment) ?? []) : []))
    .join(' ')
    .replaceAll(/\s*\n\s*/g, ' ');

function shown(name: string, value: unknown): string | null {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'number') return null;
  const isBytes = /bytes$/i.test(name) && value % 1024 === 0;
  if (isBytes) return value % 1024 ** 2 === 0 ? `${value / 1024 ** 2} MiB` : `${value / 1024} KiB`;
  return value.toLocaleString('en-US');
}

/** The numbers of one exported object as a chapter with a table; nothing for other constants. */
function chapterOf(declaration: ts.VariableDeclaration, comment: string): string[] {
  const name = declaration.name.getText();
  const { initializer } = declaration;
  const object = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
  const values = Object.entries(contracts).find(([exported]) => exported === name)?.[1] as object | undefined;
  if (!object || !ts.isObjectLiteralExpression(object) || !values) return [];
  const byName = new Map<string, unknown>(Object.entries(values));
  const rows = object.properties.flatMap((property) => {
    const key = property.name?.getText() ?? '';
    const value = shown(key, byName.get(key));
    return value === null ? [] : [`| \`${key}\` | ${value} | ${commentOf(property) || wordsOf(key)} |`];
  });
  if (rows.length === 0) return [];
  return [`## ${name}`, comment, ['| name | value | meaning |', '| - | -: | - |', ...rows].join('\n')];
}

const code = ts.createSourceFile(
  source,
  readFileSync(join(workspaceRoot, source), 'utf8'),
  ts.ScriptTarget.Latest,
  true,
);
const chapters = code.statements
  .filter((statement) => ts.isVariableStatement(statement))
  .flatMap((statement) =>
    statement.declarationList.declarations.flatMap((each) => chapterOf(each, commentOf(statement))),
  );
const head = [
  '# Limits',
  `\`npm run generate\` prints this page from \`${source}\`, where services, web client and tests read the numbers.`,
];
const text = [...head, ...chapters].filter((each) => each !== '').join('\n\n');
const formatted = await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
writeOrCheck([{ file, text: formatted }], 'node tools/codegen/src/limits/main.ts');
