export type TextSize = 'short' | 'medium' | 'long';

const maxShortLength = 110;
const maxMediumLength = 320;

/** How large a side of a card is set, by its characters and lines. */
export function textSize(text: string): TextSize {
  const lines = text.split('\n').length;
  if (text.length <= maxShortLength && lines <= 3) return 'short';
  return text.length <= maxMediumLength && lines <= 6 ? 'medium' : 'long';
}

const codeLine =
  /^(?: {2,}|\t)[^\s\d*•-]|[{};]\s*$|^\s*(?:import|export|def|function|class|return|const|let|var|if|for|while|public|private|SELECT|#include)\b.*[:;{(=*]|=>|[=!]==|&&|\|\|/;

/** Whether a text is source code: most of its lines look like it. */
export function isCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 0 && lines.filter((line) => codeLine.test(line)).length > lines.length / 2;
}

/** Whether a text is aligned to the start: long text and text of several lines. A short sentence is centred. */
export function readsFromStart(text: string): boolean {
  return isCode(text) || text.includes('\n') || textSize(text) !== 'short';
}

/** Name of how a side of a large card is set; texts of one name have the same styles. */
export function textLook(text: string): string {
  const kind = isCode(text) ? 'code' : readsFromStart(text) ? 'start' : 'middle';
  return `${textSize(text)}-${kind}`;
}
