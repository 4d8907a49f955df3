import { Parser } from 'htmlparser2';
import { fileLimits } from '../limits.ts';

export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
}
export type HtmlNode = Element | string;

/** Elements that vanish with their content. */
const dropped = new Set(
  'script style iframe object embed applet svg template noscript textarea select head title meta link base canvas frame frameset noframes xmp plaintext'.split(
    ' ',
  ),
);

/** What was left out while reading. */
export interface Omitted {
  script: boolean;
  formatting: boolean;
}

/** Attributes that say how something looks. */
const isFormatting = (name: string, attributes: Readonly<Record<string, string>>) =>
  name === 'font' || name === 'form' || name === 'input' || 'style' in attributes;
const runs = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).some(
    ([key, value]) =>
      key.startsWith('on') ||
      value
        .replaceAll(/[\s\p{Cc}]/gu, '')
        .toLowerCase()
        .startsWith('javascript:'),
  );

/**
 * Reads HTML into a tree of limited depth: deeper elements lose their tags and keep their text. Elements that can run or
 * load something are left out. Never fails.
 */
export function readHtml(html: string): { children: HtmlNode[]; omitted: Omitted } {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open: Element[] = [root];
  const omitted: Omitted = { script: false, formatting: false };
  /** Elements that are open but not part of the tree. */
  let [skipped, beyond] = [0, 0];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (skipped > 0 || dropped.has(name)) {
          if (skipped === 0) {
            if (name === 'script' || name === 'svg') omitted.script = true;
            else omitted.formatting = true;
          }
          skipped += 1;
          return;
        }
        omitted.formatting ||= isFormatting(name, attributes);
        omitted.script ||= runs(attributes);
        if (open.length > fileLimits.elementDepth) {
          beyond += 1;
          return;
        }
        const element = { name, attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(text) {
        if (skipped > 0) return;
        const siblings = open.at(-1)?.children ?? root.children;
        if (typeof siblings.at(-1) === 'string') siblings[siblings.length - 1] += text;
        else siblings.push(text);
      },
      onclosetag() {
        if (skipped > 0) skipped -= 1;
        else if (beyond > 0) beyond -= 1;
        else if (open.length > 1) open.pop();
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return { children: root.children, omitted };
}
