import type { Mask } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { part as colours } from '../../../theme/tokens.ts';
import {
  afterKey,
  boxBetween,
  corners,
  moved,
  placesOf,
  resized,
  type Box as Rectangle,
  type Corner,
  type Point,
} from './part-geometry.ts';
import { nameOf } from './part-names.ts';

interface PicturePartsProps {
  address: string;
  /** What the picture shows. */
  words: string;
  masks: readonly Mask[];
  selected: number | null;
  onSelect: (index: number | null) => void;
  onAdd: (box: Rectangle) => void;
  onChange: (index: number, box: Rectangle) => void;
  onRemove: (index: number) => void;
}

/** What the pointer does since it went down. */
type Gesture =
  | { kind: 'draw'; from: Point; to: Point }
  | { kind: 'move' | Corner; from: Point; index: number; box: Rectangle };

const placeOf = ({ left, top, width, height }: Rectangle) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
});

const cornerPlace: Record<Corner, object> = {
  'top-left': { left: 0, top: 0, cursor: 'nwse-resize' },
  'top-right': { left: '100%', top: 0, cursor: 'nesw-resize' },
  'bottom-left': { left: 0, top: '100%', cursor: 'nesw-resize' },
  'bottom-right': { left: '100%', top: '100%', cursor: 'nwse-resize' },
};

const handle = {
  position: 'absolute',
  width: 28,
  height: 28,
  transform: 'translate(-50%, -50%)',
  display: 'grid',
  placeItems: 'center',
  '&::after': {
    content: '""',
    width: 12,
    height: 12,
    borderRadius: '50%',
    bgcolor: colours.edge,
    border: `2px solid ${colours.asked}`,
  },
};

const numberOf = (target: EventTarget, name: string): string | null =>
  target instanceof Element ? (target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null) : null;

/** The picture with its rectangles, which are drawn, moved and resized by pointer, touch and keyboard. */
export function PictureParts(props: PicturePartsProps) {
  const { address, words, masks, selected, onSelect, onAdd, onChange, onRemove } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [gesture, setGesture] = useState<Gesture | null>(null);
  const [corner, setCorner] = useState<Point | null>(null);
  const help = useId();
  const places = placesOf(masks);

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) };
  };

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || gesture) return;
    const from = pointOf(event);
    const index = Number(numberOf(event.target, 'mask') ?? Number.NaN);
    const mask = masks[index];
    event.currentTarget.setPointerCapture?.(event.pointerId);
    if (!mask) return setGesture({ kind: 'draw', from, to: from });
    onSelect(index);
    setCorner(null);
    const kind = (numberOf(event.target, 'corner') as Corner | null) ?? 'move';
    setGesture({ kind, from, index, box: mask });
  };

  const go = (event: PointerEvent) => {
    if (!gesture) return;
    const to = pointOf(event);
    if (gesture.kind === 'draw') return setGesture({ ...gesture, to });
    const by = { x: to.x - gesture.from.x, y: to.y - gesture.from.y };
    const { kind, index, box } = gesture;
    onChange(index, kind === 'move' ? moved(box, by) : resized(box, kind, by));
  };

  /** Two taps on opposite corners do the same as a drag. */
  const end = (event: PointerEvent) => {
    setGesture(null);
    if (gesture?.kind !== 'draw') return;
    const to = pointOf(event);
    const drawn = boxBetween(gesture.from, to) ?? (corner && boxBetween(corner, to));
    setCorner(drawn || corner ? null : to);
    if (drawn) onAdd(drawn);
    else onSelect(null);
  };

  const press = (event: KeyboardEvent, index: number, mask: Mask) => {
    const box = afterKey(mask, event.key, event.shiftKey);
    if (box) onChange(index, box);
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(index);
    else return;
    event.preventDefault();
  };

  const drawing = gesture?.kind === 'draw' ? boxBetween(gesture.from, gesture.to) : null;
  return (
    <>
      <Box
        ref={frame}
        onPointerDown={begin}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={() => setGesture(null)}
        data-parts-frame
        sx={{
          position: 'relative',
          width: 'fit-content',
          maxWidth: '100%',
          mx: 'auto',
          cursor: 'crosshair',
          touchAction: 'none',
          userSelect: 'none',
          lineHeight: 0,
        }}
      >
        <Box
          component="img"
          src={address}
          alt={words.trim() || t`Picture`}
          draggable={false}
          sx={{ maxWidth: '100%', maxHeight: '50vh', borderRadius: '4px' }}
        />
        {masks.map((mask, index) => (
          <Box
            key={index}
            role="button"
            tabIndex={0}
            data-mask={index}
            aria-label={nameOf(mask, places.get(mask.number) ?? 1)}
            aria-describedby={help}
            onFocus={() => onSelect(index)}
            onKeyDown={(event) => press(event, index, mask)}
            style={placeOf(mask)}
            sx={{
              position: 'absolute',
              display: 'grid',
              placeItems: 'center',
              cursor: 'move',
              lineHeight: 1,
              fontSize: '0.875rem',
              fontWeight: 700,
              color: colours.mark,
              border: `2px solid ${colours.edge}`,
              outline: `${selected === index ? 3 : 1}px solid ${colours.asked}`,
              bgcolor: colours.drawn,
              zIndex: selected === index ? 2 : 1,
              '&:focus-visible': { outline: `3px solid ${colours.asked}`, outlineOffset: 2 },
            }}
          >
            {places.get(mask.number)}
            {selected === index &&
              corners.map((each) => (
                <Box
                  key={each}
                  component="span"
                  data-corner={each}
                  sx={{ ...handle, ...cornerPlace[each] }}
                />
              ))}
          </Box>
        ))}
        {drawing && (
          <Box
            style={placeOf(drawing)}
            sx={{ position: 'absolute', border: `2px dashed ${colours.asked}`, pointerEvents: 'none' }}
          />
        )}
        {corner && (
          <Box
            style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
            sx={{ ...handle, pointerEvents: 'none' }}
          />
        )}
      </Box>
      <Box id={help} sx={{ color: 'text.secondary', fontSize: '0.875rem', mt: 1, mb: 1.5 }}>
        {t`Draw a rectangle over each part: drag, or tap two opposite corners. Arrow keys move a rectangle, with Shift they resize it, Delete removes it.`}
      </Box>
    </>
  );
}
