import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Snackbars, useDismissNote, useNotify } from './snackbars.tsx';

const undo = vi.fn();

function Buttons() {
  const notify = useNotify();
  const dismiss = useDismissNote();
  return (
    <>
      <button onClick={() => notify('Deck created.')}>create</button>
      <button onClick={() => notify('Deck saved.', 'success', { hideAfter: 2000 })}>save</button>
      <button
        onClick={() => notify('2 cards moved.', 'success', { action: { label: 'Undo', onPress: undo } })}
      >
        move
      </button>
      <button onClick={dismiss}>leave</button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <Snackbars>
      <Buttons />
    </Snackbars>,
  );
});
afterEach(() => void vi.useRealTimers());

const press = (name: string) => fireEvent.click(screen.getByText(name));
/** In small steps, because closing starts a timer of its own. */
function later(ms: number) {
  for (let passed = 0; passed < ms; passed += 100) act(() => void vi.advanceTimersByTime(100));
}

it('a snackbar closes after 6 s', () => {
  press('create');
  later(5900);
  expect(screen.getByText('Deck created.')).toBeTruthy();
  later(1000);
  expect(screen.queryByText('Deck created.')).toBeNull();
});

it('a click elsewhere does not close a snackbar', () => {
  press('create');
  later(100);
  fireEvent.click(document.body);
  later(1000);
  expect(screen.getByText('Deck created.')).toBeTruthy();
});

it('a snackbar stays while the pointer is on it', () => {
  press('create');
  fireEvent.mouseEnter(screen.getByRole('presentation'));
  later(20_000);
  expect(screen.getByText('Deck created.')).toBeTruthy();
});

it('a second snackbar replaces the first and is shown for its full time', () => {
  press('create');
  later(5000);
  press('save');
  expect(screen.queryByText('Deck created.')).toBeNull();
  later(1900);
  expect(screen.getByText('Deck saved.')).toBeTruthy();
  later(1000);
  expect(screen.queryByText('Deck saved.')).toBeNull();
});

it('a snackbar offers one undo, which closes it', () => {
  press('move');
  press('Undo');
  expect(undo).toHaveBeenCalledTimes(1);
  later(1000);
  expect(screen.queryByText('2 cards moved.')).toBeNull();
});

it('a screen can close a snackbar that would cover its controls', () => {
  press('create');
  press('leave');
  later(1000);
  expect(screen.queryByText('Deck created.')).toBeNull();
});
