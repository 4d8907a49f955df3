import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Source {
  /** Path from the root of the workspace. */
  file: string;
  tree: ts.SourceFile;
}

const isRead = (file: string) =>
  file.endsWith('.ts') && !/\.(test|drill)\.ts$|(^|\/)(testing|generated|node_modules)\//.test(file);

/** The code below `<group>/<project>/src` of every project of a group, without tests and generated files. */
export function sourcesOf(root: string, group: string): Source[] {
  return globSync(`${group}/*/src/**/*.ts`, { cwd: root })
    .filter((file) => isRead(file.slice(file.indexOf('/src/') + 5)))
    .sort()
    .map((file) => ({
      file,
      tree: ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
    }));
}

/** Returns the first sentence of the comment before a statement. */
export function sentenceBefore(node: ts.Node): string | undefined {
  const text = node.getSourceFile().text;
  const comment = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
  const words =
    comment && text.slice(comment.pos, comment.end).replaceAll(/^\s*(\/\*\*|\*\/|\*|\/\/)|\*\/$/gm, ' ');
  return words
    ?.replaceAll(/\s+/g, ' ')
    .trim()
    .match(/^.*?(?:[.;](?=\s|$)|$)/)?.[0]
    ?.replace(/[.;]$/, '');
}

/** Names that a file imports from a package. */
export const namesFrom = ({ tree }: Source, from: string): string[] =>
  tree.statements
    .filter(ts.isImportDeclaration)
    .filter(({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === from)
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
    });

export interface Declaration {
  name: string;
  /** Value of a constant. */
  value: ts.Expression | undefined;
  statement: ts.Statement;
}

/** Constants and exported functions of a file, each with the statement that its comment precedes. */
export function declarationsOf({ tree }: Source): Declaration[] {
  return tree.statements.flatMap((statement): Declaration[] => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name, initializer }) => ({
        name: name.getText(),
        value: initializer,
        statement,
      }));
    if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
    return [{ name: statement.name.text, value: undefined, statement }];
  });
}

/** A link from `docs`. */
export const link = (file: string) => `[${file.replace('/src/', '/')}](../${file})`;
