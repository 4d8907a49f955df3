export type Command =
  'flip' | 'correct' | 'incorrect' | 'next' | 'previous' | 'undo' | 'exit' | 'scroll-down' | 'scroll-up';

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  /** True when a button or link has the focus: Space and Enter press that one. */
  onControl: boolean;
}

export interface CardSituation {
  answerShown: boolean;
  answered: boolean;
}

/** Keys that move a long text; held down they go on. */
const scrolling: Record<string, Command> = {
  ArrowDown: 'scroll-down',
  PageDown: 'scroll-down',
  ArrowUp: 'scroll-up',
  PageUp: 'scroll-up',
};

/**
 * What a key does in a session, or null. Right and 1 mark correct, left and 0 mark incorrect while an unanswered
 * card shows its answer; otherwise they move.
 */
export function commandFor(press: KeyPress, { answerShown, answered }: CardSituation): Command | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key in scrolling) return scrolling[press.key] ?? null;
  if (press.repeat) return null;
  const marking = answerShown && !answered;
  switch (press.key) {
    case ' ':
    case 'Enter':
      return press.onControl ? null : 'flip';
    case 'ArrowRight':
    case '1':
      return marking ? 'correct' : 'next';
    case 'ArrowLeft':
    case '0':
      return marking ? 'incorrect' : 'previous';
    case 'u':
    case 'U':
      return answered ? 'undo' : null;
    case 'Escape':
      return 'exit';
    default:
      return null;
  }
}
