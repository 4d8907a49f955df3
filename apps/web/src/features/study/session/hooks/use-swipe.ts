import { t } from '@lingui/core/macro';
import { useRef, type PointerEvent } from 'react';

interface Point {
  x: number;
  y: number;
}

/** Pixels from the edge of the window, where a swipe is the system's own gesture to go back. */
const edge = 24;
/** Pixels to the side from which a swipe answers. */
const minDistance = 72;
/** Minimum ratio of the horizontal to the vertical distance of a swipe. */
const slope = 2;

/** 'right', 'left', or null for what is no swipe: too short, too steep, or from the edge of the window. */
export function swipeOf(start: Point, end: Point, windowWidth: number): 'right' | 'left' | null {
  if (start.x < edge || start.x > windowWidth - edge) return null;
  const [aside, along] = [end.x - start.x, end.y - start.y];
  if (Math.abs(aside) < minDistance || Math.abs(aside) < slope * Math.abs(along)) return null;
  return aside > 0 ? 'right' : 'left';
}

const words = () => ({ right: t`Correct`, left: t`Incorrect` }) as const;
const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** Style that shows which answer a swipe will give. */
export const swipeMark = {
  '&[data-swipe]::after': {
    content: 'attr(data-swipe-word)',
    position: 'absolute',
    inset: 0,
    display: 'grid',
    justifyItems: 'center',
    alignItems: 'start',
    pt: 2.5,
    borderRadius: '16px',
    border: '2px solid',
    fontWeight: 700,
    pointerEvents: 'none',
  },
  '&[data-swipe="right"]::after': { color: 'meaning.good' },
  '&[data-swipe="left"]::after': { color: 'meaning.poor' },
};

/** Handlers of an element on which a finger answers by a swipe; a mouse does not swipe, because it marks text. */
export function useSwipe(enabled: boolean, onSwipe: (isRight: boolean) => void) {
  const start = useRef<Point | null>(null);
  const show = (element: Element, swipe: 'right' | 'left' | null) => {
    if (!(element instanceof HTMLElement)) return;
    if (swipe) Object.assign(element.dataset, { swipe, swipeWord: words()[swipe] });
    else delete element.dataset['swipe'];
  };
  const found = (event: PointerEvent) =>
    enabled && event.isPrimary && start.current
      ? swipeOf(start.current, pointOf(event), window.innerWidth)
      : null;
  const forget = ({ currentTarget }: PointerEvent) => {
    start.current = null;
    show(currentTarget, null);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const isFinger = event.isPrimary && event.pointerType === 'touch';
      start.current = enabled && isFinger ? pointOf(event) : null;
    },
    onPointerMove: (event: PointerEvent) => show(event.currentTarget, found(event)),
    onPointerUp: (event: PointerEvent) => {
      const swipe = found(event);
      forget(event);
      if (swipe) onSwipe(swipe === 'right');
    },
    onPointerCancel: forget,
  };
}
