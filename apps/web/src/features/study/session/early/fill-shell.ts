import { textLook } from '../../../../shared/ui/card/card-text.ts';
import { areCrowded } from '../../../../shared/ui/figures/session-ticks.ts';
import type { FirstScreen, SlotName } from './first-screen.ts';

function find(shell: ParentNode, selector: string): Element {
  const found = shell.querySelector(selector);
  if (!found) throw new Error(`The shell has no ${selector}`);
  return found;
}

const slot = (shell: ParentNode, name: SlotName) => find(shell, `[data-slot="${name}"]`);
/** Both faces of the card have the same marks and counters. */
const slots = (shell: ParentNode, name: SlotName) => [...shell.querySelectorAll(`[data-slot="${name}"]`)];

/** Writes a text with the classes of the sample that has the same look. */
function fillFace(shell: ParentNode, text: string, language: string | null, face: 0 | 1) {
  const sample = shell.querySelectorAll(`[data-look="${textLook(text)}"] [data-card-text]`)[face];
  const place = slot(shell, 'card').querySelectorAll('[data-card-text]')[face];
  if (!sample || !place) throw new Error('The shell has no such face');
  place.className = sample.className;
  place.textContent = text;
  place.setAttribute('lang', language ?? '');
}

/** Draws the ticks; the first is that of the current card, the others are equal. */
function fillEdge(shell: ParentNode, ticks: number) {
  const [used, unused] = areCrowded(ticks)
    ? (['many-ticks', 'few-ticks'] as const)
    : (['few-ticks', 'many-ticks'] as const);
  slot(shell, unused).remove();
  const edge = find(slot(shell, used), '[aria-hidden]');
  const [current, other] = edge.children;
  if (!current || !other) throw new Error('The shell has no ticks');
  edge.replaceChildren(current, ...Array.from({ length: ticks - 1 }, () => other.cloneNode(true)));
}

/** Writes the first screen of a session into its shell, as text only. */
export function fillShell(
  shell: ParentNode,
  { question, answer, languages, ticks, texts, parts }: FirstScreen,
): void {
  for (const [name, text] of entries(texts)) for (const place of slots(shell, name)) place.textContent = text;
  for (const [name, isShown] of entries(parts))
    if (!isShown) for (const part of slots(shell, name)) part.remove();
  fillFace(shell, question, languages.front, 0);
  fillFace(shell, answer, languages.back, 1);
  fillEdge(shell, ticks);
}

function entries<Key extends string, Value>(record: Record<Key, Value>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
