import { decodeHTML } from 'entities';

/**
 * Marks that stand for a formula while its text is converted. Both are noncharacters, which no text may exchange; they
 * are removed from the text first.
 */
const [open, close] = ['\uFDD0', '\uFDD1'];
const marks = /[\uFDD0-\uFDEF]/g;
export const formulaMark = /\uFDD0(\d+)\uFDD1/g;

export interface Formula {
  /** `\(...\)`, `\[...\]`, or code for LaTeX that no browser can draw. */
  markdown: string;
  isCode: boolean;
}

interface Delimiters {
  from: string;
  to: string;
  read(inside: string): Formula;
}

const inline = (tex: string): Formula => ({ markdown: `\\(${tex}\\)`, isCode: false });
const display = (tex: string): Formula => ({ markdown: `\\[${tex}\\]`, isCode: false });

/** `[latex]` that contains only `$...$` is a formula; anything else is a document, which is shown as code. */
function latex(tex: string): Formula {
  const trimmed = tex.trim();
  const [, block] = /^\$\$([^$]+)\$\$$/.exec(trimmed) ?? [];
  const [, line] = /^\$([^$]+)\$$/.exec(trimmed) ?? [];
  if (block !== undefined) return display(block);
  if (line !== undefined) return inline(line);
  return { markdown: trimmed, isCode: true };
}

const delimiters: readonly Delimiters[] = [
  { from: '\\(', to: '\\)', read: inline },
  { from: '\\[', to: '\\]', read: display },
  { from: '[$$]', to: '[/$$]', read: display },
  { from: '[$]', to: '[/$]', read: inline },
  { from: '[latex]', to: '[/latex]', read: latex },
];
const opener = /\\\(|\\\[|\[\$\$\]|\[\$\]|\[latex\]/gi;

/** Text of a formula: Anki stores it as HTML. */
const texOf = (html: string) =>
  decodeHTML(html.replaceAll(/<br\s*\/?>|<\/?div[^<>]*>/gi, '\n').replaceAll(/<[a-z/][^<>]*>/gi, ''))
    .replaceAll('\u00A0', ' ')
    .replaceAll(/\n{2,}/g, '\n');

/** Replaces the formulas of an HTML text by marks. Linear: a delimiter without an end is not searched again. */
export function takeFormulas(html: string): { html: string; formulas: Formula[] } {
  const text = html.replaceAll(marks, '');
  const formulas: Formula[] = [];
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  opener.lastIndex = 0;
  for (const match of text.matchAll(opener)) {
    if (match.index < from) continue;
    const kind = delimiters.find((each) => each.from === match[0].toLowerCase());
    if (!kind || unclosed.has(kind.to)) continue;
    const start = match.index + match[0].length;
    const end = text.indexOf(kind.to, start);
    if (end === -1) {
      unclosed.add(kind.to);
      continue;
    }
    parts.push(text.slice(from, match.index), open, String(formulas.length), close);
    formulas.push(kind.read(texOf(text.slice(start, end))));
    from = end + kind.to.length;
  }
  return { html: parts.join('') + text.slice(from), formulas };
}
