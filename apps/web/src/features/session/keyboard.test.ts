import { describe, expect, it } from 'vitest';
import { commandFor, type KeyPress } from './keyboard.ts';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  onControl: false,
  ...changes,
});
const question = { answerShown: false, answered: false };
const answer = { answerShown: true, answered: false };
const answered = { answerShown: true, answered: true };

describe('the keys of a session', () => {
  it.each([' ', 'Enter'])('%j flips the card, but presses a focused button instead', (key) => {
    expect(commandFor(press(key), question)).toBe('flip');
    expect(commandFor(press(key, { onControl: true }), question)).toBeNull();
  });

  it.each(['ArrowRight', '1'])('%s marks correct while the answer waits, else goes on', (key) => {
    expect(commandFor(press(key), answer)).toBe('correct');
    expect(commandFor(press(key), question)).toBe('next');
    expect(commandFor(press(key), answered)).toBe('next');
  });

  it.each(['ArrowLeft', '0'])('%s marks incorrect while the answer waits, else goes back', (key) => {
    expect(commandFor(press(key), answer)).toBe('incorrect');
    expect(commandFor(press(key), answered)).toBe('previous');
  });

  it('U takes an answer back, Escape leaves', () => {
    expect(commandFor(press('u'), answered)).toBe('undo');
    expect(commandFor(press('U'), answered)).toBe('undo');
    expect(commandFor(press('u'), answer)).toBeNull();
    expect(commandFor(press('Escape'), question)).toBe('exit');
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)('does nothing with %s', (modifier) => {
    expect(commandFor(press('1', { [modifier]: true }), answer)).toBeNull();
  });

  it('moves a long text with the arrows up and down, for as long as they are held', () => {
    expect(commandFor(press('ArrowDown'), answer)).toBe('scroll-down');
    expect(commandFor(press('PageUp', { repeat: true }), question)).toBe('scroll-up');
  });

  it('leaves other keys alone', () => {
    expect(commandFor(press('a'), answer)).toBeNull();
  });
});
