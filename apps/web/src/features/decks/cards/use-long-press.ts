import { useRef, type MouseEvent, type PointerEvent } from 'react';

/** How long a finger must rest, as in the lists of the phone itself. */
const longMs = 500;
/** A finger that moves further scrolls. */
const restPx = 10;

/** Handlers of an element on which a finger rests. The click that follows does not count. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      stop();
      isLong.current = false;
      if (pointerType !== 'touch') return;
      start.current = { x, y };
      timer.current = setTimeout(() => {
        isLong.current = true;
        onLongPress();
      }, longMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(clientX - x, clientY - y) > restPx) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    // Android opens its menu after a long press.
    onContextMenu: (event: MouseEvent) => {
      if (isLong.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isLong.current) return;
      isLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
