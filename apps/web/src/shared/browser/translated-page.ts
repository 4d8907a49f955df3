/**
 * Browsers that translate a page replace text nodes by `font` elements. React keeps its own nodes: changes of them would be
 * invisible, and removing them would throw.
 */
const isFont = (node: Node | null): node is HTMLElement =>
  node instanceof Element && node.localName === 'font';

/** Translation that replaces a text node, by the text node. */
const translations = new WeakMap<Node, HTMLElement>();
const paired = new WeakSet<HTMLElement>();

function pair(text: Node, font: HTMLElement) {
  translations.set(text, font);
  paired.add(font);
}

/** Returns the `font` that replaced a removed text node: added by the same mutation, or its sibling. */
function fontFor({ addedNodes, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  return [...addedNodes, previousSibling, nextSibling].filter(isFont).find((font) => !paired.has(font));
}

/** Returns the child of `parent` at the position of `child`: the `font` around it or instead of it. */
function placeOf(parent: Node, child: Node): Node | null {
  let outer: Node = child;
  while (isFont(outer.parentNode) && outer.parentNode !== parent) outer = outer.parentNode;
  if (outer.parentNode === parent) return outer;
  const font = translations.get(child);
  return font?.parentNode === parent ? font : null;
}

/** Lets React remove translated text, and insert before it. */
function toleratePlaces(learn: () => void) {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    learn();
    const place = placeOf(this, child);
    if (place) removeChild.call(this, place);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    learn();
    return insertBefore.call(this, node, placeOf(this, before)) as T;
  };
  return () => Object.assign(Node.prototype, { removeChild, insertBefore });
}

/** Keeps a translated page working: changed text replaces its translation, and the browser translates it again. */
export function tolerateTranslation(root: Node): () => void {
  const changes = new MutationObserver((records) => {
    for (const { target } of records) translations.get(target)?.replaceWith(target);
  });
  const note = (records: readonly MutationRecord[]) => {
    for (const record of records)
      for (const node of record.removedNodes) {
        const font = node instanceof Text && !node.isConnected ? fontFor(record) : undefined;
        if (!font) continue;
        pair(node, font);
        changes.observe(node, { characterData: true });
      }
  };
  const replacements = new MutationObserver(note);
  replacements.observe(root, { childList: true, subtree: true });
  const restore = toleratePlaces(() => note(replacements.takeRecords()));
  return () => {
    changes.disconnect();
    replacements.disconnect();
    restore();
  };
}
