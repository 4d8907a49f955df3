import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import { limits } from '@kumbuka/contracts/constants';
import { recallHeight } from './recall-height.ts';
import { fading as fadingColour, forcedColours } from '../../theme/tokens.ts';

type Band = 'strong' | 'fading' | 'due' | 'fresh';
const colour: Record<Band, string> = {
  strong: 'var(--k-palette-meaning-link)',
  fading: fadingColour,
  due: 'var(--k-palette-warning-main)',
  fresh: 'var(--k-palette-meaning-control)',
};
const forced = {
  '& path': { stroke: 'CanvasText' },
  '& [data-band="due"]': { stroke: 'Highlight' },
  '& [data-band="fresh"]': { stroke: 'GrayText' },
};
const maxTicks = limits.memoryTicks;

/** One card of a deck as the server sampled it: recall 0 to 1, or null for a card never studied. */
export interface MemoryTick {
  recall: number | null;
  isDue: boolean;
}

export interface DeckCounts {
  total: number;
  due: number;
  fresh: number;
}

function bandOf({ recall, isDue }: MemoryTick): Band {
  if (recall === null) return 'fresh';
  if (isDue) return 'due';
  return recall >= 0.95 ? 'strong' : 'fading';
}

/** Shrinks a long deck to the ticks that fit, keeping its first and last card. */
function sample<T>(items: T[]): T[] {
  if (items.length <= maxTicks) return items;
  return Array.from(
    { length: maxTicks },
    (_, tick) => items[Math.round((tick * (items.length - 1)) / (maxTicks - 1))]!,
  );
}

const order: Record<Band, number> = { strong: 0, fading: 0, due: 1, fresh: 2 };

function sorted(ticks: readonly MemoryTick[]): MemoryTick[] {
  return [...ticks].sort((a, b) => order[bandOf(a)] - order[bandOf(b)] || (b.recall ?? 0) - (a.recall ?? 0));
}

function pathsOf(ticks: MemoryTick[]): Record<Band, string> {
  const paths: Record<Band, string> = { strong: '', fading: '', due: '', fresh: '' };
  ticks.forEach((tick, index) => {
    paths[bandOf(tick)] += `M${index + 0.5} 100V${(100 - recallHeight(tick.recall)).toFixed(1)}`;
  });
  return paths;
}

function labelOf({ total, due, fresh }: DeckCounts): string {
  return t`${plural(total, { one: '# card', other: '# cards' })}: ${Math.max(0, total - due - fresh)} remembered, ${due} due, ${fresh} new`;
}

export interface MemoryEdgeProps {
  ticks: readonly MemoryTick[];
  /** The deck's real counts; the ticks may be a sample. */
  counts: DeckCounts;
  height?: number;
}

/** The deck seen from its side: one tick per card, as tall as the card is likely to be recalled today. */
export function MemoryEdge({ ticks, counts, height = 32 }: MemoryEdgeProps) {
  const drawn = sample(sorted(ticks));
  const paths = pathsOf(drawn);
  const width = Math.max(1, drawn.length);
  return (
    <Box
      component="svg"
      role="img"
      aria-label={labelOf(counts)}
      viewBox={`0 0 ${width} 100`}
      preserveAspectRatio="none"
      sx={{
        display: 'block',
        width: '100%',
        maxWidth: width * 9,
        height,
        overflow: 'visible',
        [forcedColours]: forced,
      }}
    >
      {(Object.keys(paths) as Band[]).map(
        (band) =>
          paths[band] && (
            <path
              key={band}
              data-band={band}
              d={paths[band]}
              stroke={colour[band]}
              strokeWidth="3"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
              fill="none"
            />
          ),
      )}
    </Box>
  );
}
