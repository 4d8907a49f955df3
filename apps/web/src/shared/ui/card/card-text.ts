export type TextSize = 'short' | 'medium' | 'long';

const shortMost = 110;
const mediumMost = 320;

/** How large a side of a card is set, by its characters and lines. */
export function textSize(text: string): TextSize {
  const lines = text.split('\n').length;
  if (text.length <= shortMost && lines <= 3) return 'short';
  return text.length <= mediumMost && lines <= 6 ? 'medium' : 'long';
}

/** Long text and text of several lines read from the start of the line; a short sentence stands in the middle. */
export function readsFromStart(text: string): boolean {
  return text.includes('\n') || textSize(text) !== 'short';
}
