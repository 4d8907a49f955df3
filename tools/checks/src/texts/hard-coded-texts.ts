import ts from 'typescript';

/** Text for people outside a message, or a message that is read before the language is set. */
interface HardCodedText {
  line: number;
  text: string;
}

const letter = /\p{L}/u;
/** Attributes whose texts people see or hear. */
const shownAttributes = new Set(
  'title confirm aria-label text lead label placeholder helperText documentTitle note save who alt description heading caption hint action message footer'.split(
    ' ',
  ),
);
/** Attributes and properties whose strings are for programs. */
const ofPrograms = new Set(
  'sx style key to href component id className d type autoComplete columns viewBox transform variant color border borderTop borderBottom boxShadow maskImage WebkitMaskImage transition gridTemplateColumns gridTemplateRows gridTemplateAreas animation clipPath fontFamily timeZone stroke mode heading fieldName'.split(
    ' ',
  ),
);
const callsOfPrograms =
  /^(?:import|console\.\w+|matchMedia|forced(?:Fill|Shape)|lazyNamed|removeIfPresent)$|\.(?:getItem|setItem|removeItem|includes|startsWith|endsWith|split|join|addEventListener|removeEventListener|querySelector|querySelectorAll|matchMedia|closest|get|has|replace|setAttribute|concat)$/;
const cssWords = /\b(?:px|fr|rem|minmax|solid|calc|rgb|clamp|translate|rotate|scale|drop-shadow)\b|var\(/;
const words =
  /\p{L}[\p{Ll}’']+[,.:;…]?\s+[\p{L}\d(\0]|[\0\d%][,.:;…]?\s+\p{L}|\p{Ll}\/\p{Lu}\p{Ll}|\p{Ll}(?:\.\.\.|…)$/u;
const oneWord = /^[^\p{L}]*\p{Lu}\p{Ll}[\p{Ll}’-]*[.!?…]?$/u;

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `\0${literal.text}`).join('');
};

/** True for a sentence, several words, or one word with a capital. */
function readsLikeText(text: string): boolean {
  const bare = text.replaceAll('\0', '').trim();
  if (/^[./#@&:]/.test(bare) || cssWords.test(bare) || /^[A-Z\d_]+$/.test(bare)) return false;
  return letter.test(bare) && (words.test(text) || oneWord.test(bare));
}

const isComparison = (node: ts.Node) =>
  ts.isBinaryExpression(node) && ['===', '!==', 'in'].includes(node.operatorToken.getText());

const isError = (node: ts.Node) =>
  ts.isNewExpression(node) && /Error$|^(?:URL|Date|RegExp)$/.test(node.expression.getText());

/** True when the parent uses the string as a key, a name or an argument of the platform. */
function isForPrograms(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && (parent.name === node || ofPrograms.has(parent.name.getText())))
    return true;
  if (ts.isElementAccessExpression(parent) || ts.isComputedPropertyName(parent) || ts.isCaseClause(parent))
    return true;
  if (ts.isTaggedTemplateExpression(parent) || isComparison(parent) || isError(parent)) return true;
  return ts.isCallExpression(parent) && callsOfPrograms.test(parent.expression.getText());
}

const isMacro = (node: ts.Node, names: readonly string[]) =>
  (ts.isTaggedTemplateExpression(node) && names.includes(node.tag.getText())) ||
  (ts.isCallExpression(node) && names.includes(node.expression.getText())) ||
  (ts.isJsxElement(node) && names.includes(node.openingElement.tagName.getText())) ||
  (ts.isJsxSelfClosingElement(node) && names.includes(node.tagName.getText()));

/** Parts of a file in which strings are not for people. */
const isSkipped = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isJsxAttribute(node) && ofPrograms.has(node.name.getText())) ||
  (ts.isPropertyAssignment(node) && node.name.getText() === 'sx');

const isShownAttribute = (node: ts.Node): boolean =>
  ts.isStringLiteral(node) &&
  ts.isJsxAttribute(node.parent) &&
  shownAttributes.has(node.parent.name.getText()) &&
  letter.test(node.text);

function isHardCoded(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return letter.test(node.text);
  if (ts.isJsxAttribute(node.parent)) return isShownAttribute(node);
  const text = textOf(node);
  return text !== null && !isForPrograms(node) && readsLikeText(text);
}

/** Hard-coded texts of one source file, and messages that are read while the module is loaded. */
export function hardCodedTexts(file: string, code: string): HardCodedText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const found: HardCodedText[] = [];
  const add = (node: ts.Node) =>
    found.push({
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      text: node.getText().trim().replaceAll(/\s+/g, ' '),
    });
  const visit = (node: ts.Node, inFunction: boolean, inMessage: boolean) => {
    if (isSkipped(node)) return;
    const isMessage = isMacro(node, ['t', 'plural', 'select', 'Trans', 'Plural']);
    if (isMessage && !inFunction) add(node);
    // The values of a message are code again; its own texts are not visited as such.
    const isInMessage = isMessage || (inMessage && !ts.isJsxExpression(node) && !ts.isTemplateSpan(node));
    if (!isInMessage && isHardCoded(node)) add(node);
    ts.forEachChild(node, (child) => visit(child, inFunction || ts.isFunctionLike(node), isInMessage));
  };
  ts.forEachChild(source, (child) => visit(child, false, false));
  return found;
}
