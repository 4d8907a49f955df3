export type Command =
  | 'flip'
  | 'correct'
  | 'incorrect'
  | 'again'
  | 'hard'
  | 'good'
  | 'easy'
  | 'next'
  | 'previous'
  | 'undo'
  | 'edit'
  | 'flag'
  | 'bury'
  | 'suspend'
  | 'exit'
  | 'scroll-down'
  | 'scroll-up';

export interface KeyPress {
  key: string;
  /** Position of the key on the keyboard, the same for every layout. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  /** True when a button or link has the focus: Space and Enter press that one. */
  onControl: boolean;
  /** True when the key types into a field, or into an input method. */
  inField: boolean;
}

export interface CardSituation {
  answerShown: boolean;
  answered: boolean;
  canUndo: boolean;
  /** Whether the keys 1 to 4 are the four answers. */
  fourAnswers: boolean;
  /** False when the learner has switched off single letters, digits and signs. */
  singleKeys: boolean;
}

/** Keys that scroll a long text, repeatedly while they are held down. */
const scrolling: Record<string, Command> = {
  ArrowDown: 'scroll-down',
  PageDown: 'scroll-down',
  ArrowUp: 'scroll-up',
  PageUp: 'scroll-up',
};

type KeyCommand = 'flip' | 'right' | 'left' | 'undo' | 'edit' | 'flag' | 'bury' | 'suspend' | 'exit';
const byKey: Record<string, KeyCommand> = {
  ' ': 'flip',
  Enter: 'flip',
  ArrowRight: 'right',
  '1': 'right',
  ArrowLeft: 'left',
  '0': 'left',
  u: 'undo',
  U: 'undo',
  e: 'edit',
  E: 'edit',
  f: 'flag',
  F: 'flag',
  '-': 'bury',
  '!': 'suspend',
  Escape: 'exit',
};

const gradeOf: Record<string, Command> = { '1': 'again', '2': 'hard', '3': 'good', '4': 'easy' };

/** A vowel sign alone, too: it is what Thai and Lao have on the key of U. */
const isNonLatin = (key: string) => /^(?:\p{L}\p{M}*|\p{M})$/u.test(key) && !/^\p{Script=Latin}/u.test(key);

/** The key as a Latin keyboard would name it: AZERTY has `&` on the key of 1, Cyrillic `г` on that of U. */
function latinKey({ key, code, shiftKey }: KeyPress): string {
  if (key in byKey || shiftKey) return key;
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return digit;
  // Without NumLock the same keys are End or Home.
  const ofPad = /^\p{Nd}$/u.test(key) ? /^Numpad(\d)$/.exec(code)?.[1] : undefined;
  if (ofPad) return ofPad;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter && isNonLatin(key) ? letter.toLowerCase() : key;
}

/** Whether a key is a character; Space is none, because it presses the focused element. */
const isCharacter = (key: string) => key.length === 1 && key !== ' ';

/** Shift with a named key or Space marks or scrolls text; with `1` or `U` it is part of the character. */
const hasModifier = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyPress) =>
  ctrlKey || metaKey || altKey || (shiftKey && (key.length > 1 || key === ' '));

/**
 * Returns the command of a key in a session, or null. With four answers the keys 1 to 4 give them. Right and 1 mark correct, left and 0 mark incorrect while an unanswered
 * card shows its answer; otherwise they move.
 */
export function commandFor(
  press: KeyPress,
  { answerShown, answered, canUndo, fourAnswers, singleKeys }: CardSituation,
): Command | null {
  if (press.inField || hasModifier(press)) return null;
  if (press.key in scrolling) return scrolling[press.key] ?? null;
  if (press.repeat || (!singleKeys && isCharacter(press.key))) return null;
  const marking = answerShown && !answered;
  const key = latinKey(press);
  if (fourAnswers && key in gradeOf) return marking ? (gradeOf[key] ?? null) : null;
  const command = byKey[key];
  switch (command) {
    case 'flip':
      return press.onControl ? null : 'flip';
    case 'right':
      return marking ? 'correct' : 'next';
    case 'left':
      return marking ? 'incorrect' : 'previous';
    case 'undo':
      return canUndo ? 'undo' : null;
    case 'edit':
    case 'flag':
    case 'bury':
    case 'suspend':
    case 'exit':
      return command;
    default:
      return null;
  }
}
