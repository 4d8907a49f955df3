import { describe, expect, it } from 'vitest';
import { commandFor, type KeyPress } from './keyboard.ts';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  onControl: false,
  inField: false,
  ...changes,
});
const question = {
  answerShown: false,
  answered: false,
  canUndo: false,
  fourAnswers: false,
  singleKeys: true,
};
const answer = { answerShown: true, answered: false, canUndo: false, fourAnswers: false, singleKeys: true };
const answered = { answerShown: true, answered: true, canUndo: true, fourAnswers: false, singleKeys: true };

describe('the keys of a session', () => {
  it.each([
    ['1', 'again'],
    ['2', 'hard'],
    ['3', 'good'],
    ['4', 'easy'],
  ])(
    '%s is one of the four answers in that mode only, and nothing before the answer is shown',
    (key, grade) => {
      const four = { fourAnswers: true };
      expect(commandFor(press(key), { ...answer, ...four })).toBe(grade);
      expect(commandFor(press(key), { ...question, ...four })).toBeNull();
      expect(commandFor(press(key), { ...answered, ...four })).toBeNull();
      expect(commandFor(press(key), { ...answer, ...four, singleKeys: false })).toBeNull();
      expect(commandFor(press(key), answer)).toBe(key === '1' ? 'correct' : null);
    },
  );

  it.each([' ', 'Enter'])('%j flips the card, but presses a focused button instead', (key) => {
    expect(commandFor(press(key), question)).toBe('flip');
    expect(commandFor(press(key, { onControl: true }), question)).toBeNull();
  });

  it.each(['ArrowRight', '1'])(
    '%s marks the card correct while it waits for an answer, else shows the next card',
    (key) => {
      expect(commandFor(press(key), answer)).toBe('correct');
      expect(commandFor(press(key), question)).toBe('next');
      expect(commandFor(press(key), answered)).toBe('next');
    },
  );

  it.each(['ArrowLeft', '0'])('%s marks incorrect while the answer waits, else goes back', (key) => {
    expect(commandFor(press(key), answer)).toBe('incorrect');
    expect(commandFor(press(key), answered)).toBe('previous');
  });

  it('U undoes an answer, Escape leaves the session', () => {
    expect(commandFor(press('u'), answered)).toBe('undo');
    expect(commandFor(press('U'), answered)).toBe('undo');
    expect(commandFor(press('u'), answer)).toBeNull();
    expect(commandFor(press('u'), { ...question, canUndo: true })).toBe('undo');
    expect(commandFor(press('Escape'), question)).toBe('exit');
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)(
    'a session does nothing with %s',
    (modifier) => {
      expect(commandFor(press('1', { [modifier]: true }), answer)).toBeNull();
    },
  );

  it('a session scrolls a long text with the arrows up and down, for as long as they are held', () => {
    expect(commandFor(press('ArrowDown'), answer)).toBe('scroll-down');
    expect(commandFor(press('PageUp', { repeat: true }), question)).toBe('scroll-up');
  });

  it.each([
    ['f', 'flag'],
    ['-', 'bury'],
    ['!', 'suspend'],
  ] as const)('%s is the key to %s a card, on either side', (key, command) => {
    expect(commandFor(press(key), question)).toBe(command);
    expect(commandFor(press(key), answer)).toBe(command);
  });

  it('! suspends although it takes Shift, and - buries from the number pad', () => {
    expect(commandFor(press('!', { shiftKey: true, code: 'Digit1' }), answer)).toBe('suspend');
    expect(commandFor(press('-', { code: 'NumpadSubtract' }), answer)).toBe('bury');
  });

  it.each(['1', '0', 'u', 'e', 'f', '-', '!'])(
    '%s does nothing where single keys are switched off',
    (key) => {
      expect(commandFor(press(key), { ...answer, canUndo: true, singleKeys: false })).toBeNull();
    },
  );

  it.each([' ', 'Enter', 'ArrowRight', 'Escape'])(
    '%j works also where single keys are switched off',
    (key) => {
      expect(commandFor(press(key), { ...answer, singleKeys: false })).not.toBeNull();
    },
  );

  it('E edits the card', () => {
    expect(commandFor(press('e'), question)).toBe('edit');
  });

  it('a session leaves other keys alone', () => {
    expect(commandFor(press('a'), answer)).toBeNull();
  });

  it.each(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'PageDown', ' ', 'Enter'])(
    'Shift with %j marks text and does not answer, flip or scroll',
    (key) => {
      expect(commandFor(press(key, { shiftKey: true }), answer)).toBeNull();
    },
  );

  it.each([
    ['AZERTY', press('&', { code: 'Digit1' })],
    ['AZERTY with Shift', press('1', { code: 'Digit1', shiftKey: true })],
    ['Arabic digits', press('\u0661', { code: 'Digit1' })],
    ['Czech', press('+', { code: 'Digit1' })],
    ['number pad', press('1', { code: 'Numpad1' })],
    ['number pad that types Bengali digits', press('\u09e7', { code: 'Numpad1' })],
  ])('the key of 1 answers on a keyboard with %s', (_name, one) => {
    expect(commandFor(one, answer)).toBe('correct');
  });

  it.each([
    ['Cyrillic', '\u0433'],
    ['Arabic', '\u0639'],
    ['Greek', '\u03b8'],
    ['Hindi', '\u0939'],
    ['Thai, whose sign there stands on no letter', '\u0e35'],
    ['Lao', '\u0eb5'],
  ])('the key of U takes an answer back on a keyboard for %s', (_script, key) => {
    expect(commandFor(press(key, { code: 'KeyU' }), answered)).toBe('undo');
  });

  it('a number pad without NumLock moves the page and answers nothing', () => {
    expect(commandFor(press('End', { code: 'Numpad1' }), answer)).toBeNull();
    expect(commandFor(press('Insert', { code: 'Numpad0' }), answer)).toBeNull();
  });

  it('on a Latin keyboard the typed letter counts, not the position of the key: G of Dvorak has the position of U', () => {
    expect(commandFor(press('g', { code: 'KeyU' }), answered)).toBeNull();
    expect(commandFor(press('u', { code: 'KeyF' }), answered)).toBe('undo');
  });

  it.each(['shiftKey', 'ctrlKey', 'altKey', 'metaKey'] as const)(
    'the position of a key counts only without %s',
    (name) => {
      expect(commandFor(press('§', { code: 'Digit1', [name]: true }), answer)).toBeNull();
    },
  );

  it.each(['1', '0', 'ArrowRight', ' ', 'u', 'Escape', 'PageDown'])(
    'typing %j into a field does nothing',
    (key) => {
      expect(commandFor(press(key, { inField: true }), answer)).toBeNull();
    },
  );
});
