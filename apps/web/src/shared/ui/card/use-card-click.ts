import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** Milliseconds in which a second click on the text makes a double click. */
const doubleClickMs = 300;

const selectionTouches = (element: Element) => {
  const selection = getSelection();
  return selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(element);
};

const onText = ({ target }: MouseEvent) => target instanceof Element && target.closest('[data-card-text]');

/** Controls of a sound belong to the sound. */
const onPlayer = ({ target }: MouseEvent) => target instanceof Element && target.closest('audio') !== null;

/**
 * Handlers of a card that flips on a click. Selecting text, ending a selection and a double click on a word do not flip.
 * Only a click of a mouse on the text waits for a second one.
 */
export function useCardClick(flipped: boolean, onFlip: () => void) {
  const latest = useRef({ flipped, onFlip });
  const pressed = useRef({ mouse: false, hadSelection: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { flipped, onFlip };
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Flips unless a key or button did so meanwhile. */
  const flipLater = () => {
    timer.current = setTimeout(() => {
      if (latest.current.flipped === flipped) latest.current.onFlip();
    }, doubleClickMs);
  };
  const onPointerDown = ({ currentTarget, pointerType }: PointerEvent) => {
    pressed.current = { mouse: pointerType === 'mouse', hadSelection: selectionTouches(currentTarget) };
  };
  const onClick = (event: MouseEvent) => {
    const { mouse, hadSelection } = pressed.current;
    pressed.current = { mouse: false, hadSelection: false };
    clearTimeout(timer.current);
    if (onPlayer(event) || hadSelection || selectionTouches(event.currentTarget)) return;
    if (!mouse || !onText(event)) return onFlip();
    if (event.detail <= 1) flipLater();
  };
  return { onPointerDown, onClick };
}
