import { t } from '@lingui/core/macro';
import { useRef, type PointerEvent } from 'react';
import { motion, radius, tint } from '../../../../shared/theme/tokens.ts';

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

const startsAtEdge = ({ x }: Point, windowWidth: number) => x < edge || x > windowWidth - edge;

/** 'right', 'left', or null for what is no swipe: too short, too steep, or from the edge of the window. */
export function swipeOf(start: Point, end: Point, windowWidth: number): 'right' | 'left' | null {
  if (startsAtEdge(start, windowWidth)) return null;
  const [aside, along] = [end.x - start.x, end.y - start.y];
  if (Math.abs(aside) < minDistance || Math.abs(aside) < slope * Math.abs(along)) return null;
  return aside > 0 ? 'right' : 'left';
}

const words = () => ({ right: t`Correct`, left: t`Incorrect` }) as const;
const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** Degrees of tilt for each pixel to the side. */
const tiltPerPixel = 0.03;
const wordHeight = 30;

/**
 * Style that shows which answer a swipe will give: the card follows the finger, tilts and takes the colour of the answer.
 * The word straddles the card's upper edge, above every text of the card.
 */
export const swipeMark = {
  transition: `transform ${motion.base} ${motion.out}`,
  '&[data-dragged]': { transform: 'translateX(var(--drag)) rotate(var(--tilt))', transition: 'none' },
  '@media (prefers-reduced-motion: reduce)': {
    '&, &[data-dragged]': { transform: 'none', transition: 'none' },
  },
  '&[data-swipe]::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    borderRadius: `${radius.card}px`,
    border: '2px solid',
    pointerEvents: 'none',
  },
  '&[data-swipe]::before': {
    content: 'attr(data-swipe-word)',
    position: 'absolute',
    zIndex: 1,
    top: -wordHeight / 2,
    left: '50%',
    transform: 'translateX(-50%)',
    height: wordHeight,
    lineHeight: `${wordHeight - 4}px`,
    px: 1.5,
    border: '2px solid',
    borderRadius: `${radius.pill}px`,
    bgcolor: 'background.paper',
    fontWeight: 700,
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
  '&[data-swipe="right"]::before, &[data-swipe="right"]::after': { color: 'meaning.good' },
  '&[data-swipe="left"]::before, &[data-swipe="left"]::after': { color: 'meaning.poor' },
  '&[data-swipe="right"]::after': { bgcolor: tint.good },
  '&[data-swipe="left"]::after': { bgcolor: tint.poor },
};

/** Moves the card by the horizontal distance of the finger; null puts it back. */
function drag(element: HTMLElement, distance: number | null) {
  if (distance === null) return delete element.dataset['dragged'];
  element.style.setProperty('--drag', `${distance}px`);
  element.style.setProperty('--tilt', `${distance * tiltPerPixel}deg`);
  element.dataset['dragged'] = '';
  return true;
}

const movesNothing = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Lets a copy of the released card leave the window, over the next card. */
function flyAway(card: HTMLElement, isRight: boolean) {
  if (movesNothing() || !('animate' in card)) return;
  const { left, top, width, height } = card.getBoundingClientRect();
  const copy = card.cloneNode(true) as HTMLElement;
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    zIndex: '2',
    transform: 'none',
  });
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  document.body.append(copy);
  const distance = (isRight ? 1 : -1) * window.innerWidth;
  const flight = copy.animate(
    [{ transform: 'none' }, { transform: `translateX(${distance}px) rotate(${distance * tiltPerPixel}deg)` }],
    { duration: Number.parseInt(motion.base), easing: motion.out },
  );
  flight.finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}

interface SwipeOptions {
  enabled: boolean;
  /** Whether an answer brings the next card, so that the answered one leaves the window. */
  leaves: boolean;
  onSwipe: (isRight: boolean) => void;
}

/** Handlers of an element on which a finger answers by a swipe; a mouse does not swipe, because it marks text. */
export function useSwipe({ enabled, leaves, onSwipe }: SwipeOptions) {
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
  const follow = (event: PointerEvent) => {
    show(event.currentTarget, found(event));
    const from = start.current;
    if (!enabled || !event.isPrimary || !from || !(event.currentTarget instanceof HTMLElement)) return;
    const [aside, along] = [event.clientX - from.x, event.clientY - from.y];
    const isDrag = !startsAtEdge(from, window.innerWidth) && Math.abs(aside) > Math.abs(along);
    drag(event.currentTarget, isDrag ? aside : null);
  };
  const forget = ({ currentTarget }: PointerEvent) => {
    start.current = null;
    show(currentTarget, null);
    if (currentTarget instanceof HTMLElement) drag(currentTarget, null);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const isFinger = event.isPrimary && event.pointerType === 'touch';
      start.current = enabled && isFinger ? pointOf(event) : null;
    },
    onPointerMove: follow,
    onPointerUp: (event: PointerEvent) => {
      const swipe = found(event);
      if (swipe && leaves && event.currentTarget instanceof HTMLElement)
        flyAway(event.currentTarget, swipe === 'right');
      forget(event);
      if (swipe) onSwipe(swipe === 'right');
    },
    onPointerCancel: forget,
  };
}
