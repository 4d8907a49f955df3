import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ownText } from '../../shared/format/own-text.ts';
import { Panel } from '../../shared/ui/page/page.tsx';

interface TableProps {
  /** Caption of the table for screen readers. */
  caption: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** The first column has texts of the learner. */
  isOwn?: boolean;
}

const cell = { py: 0.75, pr: 2, textAlign: 'left', borderBottom: '1px solid', borderColor: 'divider' };

function Table({ caption, heads, rows, isOwn = false }: TableProps) {
  return (
    <Box role="region" aria-label={caption} tabIndex={0} sx={{ maxHeight: 320, overflow: 'auto', mt: 1 }}>
      <Box
        component="table"
        aria-label={caption}
        sx={{ width: 1, borderCollapse: 'collapse', fontSize: '0.875rem', '& th, & td': cell }}
      >
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], index) => (
            <tr key={index}>
              <Box
                component="th"
                scope="row"
                {...(isOwn && ownText)}
                sx={{ fontWeight: 400, overflowWrap: 'break-word' }}
              >
                {first}
              </Box>
              {others.map((text, column) => (
                <td key={column}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

interface ChartPanelProps {
  title: string;
  note: string;
  table: TableProps;
  /** Replaces a chart without data. */
  nothing?: string | null;
  /** Below the table. */
  more?: ReactNode;
  children: ReactNode;
}

/** A chart, and its numbers as a table. */
export function ChartPanel({ title, note, table, nothing = null, more, children }: ChartPanelProps) {
  return (
    <Panel title={title} note={note}>
      {nothing === null ? children : <Box sx={{ color: 'text.secondary', py: 2 }}>{nothing}</Box>}
      {nothing === null && (
        <Box component="details" sx={{ mt: 1, mb: -1 }}>
          <Box
            component="summary"
            sx={{ cursor: 'pointer', color: 'meaning.link', fontSize: '0.875rem', py: 1.5 }}
          >
            {t`Show as a table`}
          </Box>
          <Table {...table} />
        </Box>
      )}
      {more}
    </Panel>
  );
}
