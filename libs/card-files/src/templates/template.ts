import { fileLimits } from '../limits.ts';

export interface FieldTag {
  kind: 'field';
  name: string;
  /** In the order in which they apply. */
  filters: string[];
}
export interface Section {
  kind: 'section';
  name: string;
  /** Whether it is shown for an empty field. */
  isInverted: boolean;
  children: TemplateNode[];
}
export type TemplateNode = string | FieldTag | Section;

export class TemplateFault extends Error {}

const tags = /<!--[^]*?-->|\{\{([^{}]{0,1000})\}\}/g;

function fieldTag(inside: string): FieldTag {
  const words = inside.split(':').map((each) => each.trim());
  return { kind: 'field', name: words.at(-1) ?? '', filters: words.slice(0, -1).reverse() };
}

/** Parses a template of Anki. Throws `TemplateFault` when its sections do not match or are nested too deeply. */
export function parseTemplate(text: string): TemplateNode[] {
  const root: TemplateNode[] = [];
  const open: { name: string; children: TemplateNode[] }[] = [{ name: '', children: root }];
  const add = (node: TemplateNode) => {
    if (node !== '') open.at(-1)?.children.push(node);
  };
  let from = 0;
  for (const { 0: whole, 1: inside, index } of text.matchAll(tags)) {
    if (inside === undefined) continue;
    add(text.slice(from, index));
    from = index + whole.length;
    const tag = inside.trim();
    const name = tag.slice(1).trim();
    if (tag.startsWith('!')) continue;
    if (tag.startsWith('#') || tag.startsWith('^')) {
      if (open.length > fileLimits.templateDepth) throw new TemplateFault('nested too deeply');
      const section: Section = { kind: 'section', name, isInverted: tag.startsWith('^'), children: [] };
      add(section);
      open.push(section);
    } else if (tag.startsWith('/')) {
      if (open.length === 1 || open.pop()?.name !== name) throw new TemplateFault('sections do not match');
    } else add(fieldTag(tag));
  }
  add(text.slice(from));
  if (open.length > 1) throw new TemplateFault('section without an end');
  return root;
}
