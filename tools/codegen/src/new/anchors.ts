import ts from 'typescript';
import { NameRejected } from './names.ts';

const parse = (text: string) => ts.createSourceFile('draft.ts', text, ts.ScriptTarget.Latest, true);

function found<Node>(node: Node | undefined, what: string): Node {
  if (node === undefined) throw new NameRejected(`There is no ${what} to add to; add it by hand.`);
  return node;
}

function firstBelow<Node extends ts.Node>(
  root: ts.Node,
  isIt: (node: ts.Node) => node is Node,
): Node | undefined {
  if (isIt(root)) return root;
  return ts.forEachChild(root, (child) => firstBelow(child, isIt));
}

const isNamed = (statement: ts.Statement, name: string): boolean => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.some((each) => each.name.getText() === name);
  return (
    (ts.isFunctionDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
    statement.name?.text === name
  );
};
const declared = (text: string, name: string) =>
  parse(text).statements.find((statement) => isNamed(statement, name));

type List = ts.ArrayLiteralExpression | ts.ObjectLiteralExpression;
const isList = (node: ts.Node): node is List =>
  ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);

/** List or object that a declaration holds, or that its function returns. */
function listOf(node: ts.Node | undefined): List | undefined {
  if (node === undefined || isList(node)) return node;
  if (ts.isVariableStatement(node)) return listOf(node.declarationList.declarations[0]?.initializer);
  if (ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)) return listOf(node.body);
  if (ts.isBlock(node)) return listOf(node.statements.find(ts.isReturnStatement)?.expression);
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return listOf(node.expression);
  return undefined;
}

/** Appends an item to the list or object of a declaration. */
export function addTo(name: string, item: string) {
  return (text: string): string => {
    const list = found(listOf(found(declared(text, name), name)), `list in ${name}`);
    const items = ts.isArrayLiteralExpression(list) ? list.elements : list.properties;
    const end = items.at(-1)?.end ?? list.getStart() + 1;
    const comma = items.length > 0 ? ',' : '';
    return `${text.slice(0, end)}${comma}\n${item},\n${text.slice(end).replace(/^,/, '')}`;
  };
}

/** Adds a case to the end of the first switch of a file. */
export const addCase = (clause: string) => (text: string) => {
  const block = found(firstBelow(parse(text), ts.isCaseBlock), 'switch');
  return `${text.slice(0, block.end - 1)}${clause}\n${text.slice(block.end - 1)}`;
};

/** Adds a variant to a type, which becomes a union. */
export const addVariant = (name: string, variant: string) => (text: string) => {
  const type = found(declared(text, name), name);
  const end = text[type.end - 1] === ';' ? type.end - 1 : type.end;
  const before = text.slice(0, end);
  return `${before.endsWith(' never') ? before.slice(0, -' never'.length) : `${before} |`} ${variant}${text.slice(end)}`;
};

/** Sorts imported names regardless of case, types after values. */
const byWord = (one: string, other: string) =>
  Number(one.startsWith('type ')) - Number(other.startsWith('type ')) ||
  one.toLowerCase().localeCompare(other.toLowerCase());

/** Adds an import, or names to an existing one. */
export const addImport = (names: string[], from: string) => (text: string) => {
  const anchors = parse(text)
    .statements.filter(ts.isImportDeclaration)
    .find(({ moduleSpecifier, importClause }) => {
      const bindings = importClause?.namedBindings;
      return moduleSpecifier.getText().slice(1, -1) === from && bindings && !importClause.isTypeOnly;
    });
  const bindings = anchors?.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings))
    return `import { ${names.join(', ')} } from '${from}';\n${text}`;
  const there = bindings.elements.map((each) => each.getText());
  if (names.every((name) => there.includes(name))) return text;
  const all = [...new Set([...there, ...names])].toSorted(byWord);
  return `${text.slice(0, bindings.getStart())}{ ${all.join(', ')} }${text.slice(bindings.end)}`;
};

/** Adds a field to a type of an SDL file. */
export const addField = (type: string, field: string) => (text: string) => {
  const start = text.indexOf(`\ntype ${type} {`);
  if (start < 0) return `${text.trimEnd()}\n\ntype ${type} {\n${field}\n}\n`;
  const end = text.indexOf('\n}', start);
  return `${text.slice(0, end)}\n${field}${text.slice(end)}`;
};
