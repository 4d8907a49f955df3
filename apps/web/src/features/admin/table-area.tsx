import Box from '@mui/material/Box';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { tint } from '../../shared/theme/tokens.ts';
import { scrollHint } from '../../shared/theme/scroll-hint.ts';

/** Returns the largest height so far, so that content below does not move when a filter finds less. */
function useLargestHeight(content: ReactNode) {
  const area = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const now = area.current?.offsetHeight ?? 0;
    setHeight((before) => Math.max(before, now));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it is measured again for each content
  }, [content]);
  return { area, height };
}

interface TableAreaProps {
  label: string;
  /** Pixels after which it scrolls within itself. */
  maxHeight?: number;
  children: ReactNode;
}

/**
 * A table that scrolls inside its card and can be scrolled by keys. Plain cells with one style sheet: a thousand rows
 * of styled components would freeze the page.
 */
export function TableArea({ label, maxHeight, children }: TableAreaProps) {
  const { area, height } = useLargestHeight(children);
  return (
    <Box
      ref={area}
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        overflow: 'auto',
        ...scrollHint('var(--k-palette-background-paper)'),
        maxHeight,
        minHeight: height,
        '& table': { borderCollapse: 'collapse', width: 1, fontSize: '0.875rem' },
        '& th': {
          position: 'sticky',
          top: 0,
          zIndex: 1,
          bgcolor: 'background.paper',
          color: 'text.secondary',
          fontSize: '0.8125rem',
          fontWeight: 600,
          textAlign: 'left',
          whiteSpace: 'nowrap',
        },
        '& th, & td': { px: 2, py: 1.25, borderBottom: '1px solid', borderColor: 'divider' },
        '& td': { overflowWrap: 'anywhere', minWidth: 96 },
        '& td button': { whiteSpace: 'nowrap' },
        '& td a': { color: 'meaning.link', display: 'inline-block', py: 1.25, my: -1.25 },
        '& td.quiet, & div.quiet': { color: 'text.secondary', fontWeight: 400 },
        '& td.name': { minWidth: 168 },
        '& td.wide': { minWidth: 240 },
        '& td.strong': { fontWeight: 600 },
        '& td.whole': { whiteSpace: 'nowrap' },
        '& td.code': { fontFamily: 'ui-monospace, monospace' },
        '& td.choice, & th.choice': { p: 0, width: 52, minWidth: 52 },
        '& .choice label': {
          display: 'grid',
          placeItems: 'center',
          width: 52,
          height: 44,
          cursor: 'pointer',
        },
        '& input[type=checkbox]': {
          width: 20,
          height: 20,
          m: 0,
          accentColor: 'var(--k-palette-meaning-link)',
        },
        '& tr[data-chosen=true] td': { bgcolor: tint.quiet },
        '& .good': { color: 'meaning.good', fontWeight: 600 },
        '& .due': { color: 'meaning.streak', fontWeight: 600 },
        '& .poor': { color: 'meaning.poor', fontWeight: 600 },
      }}
    >
      {children}
    </Box>
  );
}
