import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ownText } from '../../format/own-text.ts';
import { usePageTitle } from '../../format/page-title.ts';
import { content } from '../../theme/tokens.ts';
import { clamp } from '../clamp.ts';

interface PageProps {
  title: string;
  /** The title is a text that people wrote. */
  isOwnTitle?: boolean;
  /** Cuts a longer title off. */
  titleLines?: number;
  /** The title of the browser tab where it differs from the heading. */
  documentTitle?: string;
  /** A sentence below the title; '' keeps its line free while it is not known. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** From which width the actions stand beside the title. */
  actionsBeside?: 'sm' | 'lg';
  above?: ReactNode;
  /** Breadcrumb, in the space that other pages leave above their title. */
  breadcrumb?: ReactNode;
  width?: keyof typeof content;
  children: ReactNode;
}

/** The frame of a page: one h1, one row of actions, one column of sections 24px apart. */
export function Page(props: PageProps) {
  const { title, isOwnTitle = false, titleLines, documentTitle, lead, actions, actionsBeside = 'sm' } = props;
  const { above, breadcrumb, width = 'page', children } = props;
  usePageTitle(documentTitle ?? title);
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: content[width] + 64,
        mx: 'auto',
        px: { xs: 2, sm: 3, md: 4 },
        pt: breadcrumb ? { xs: 0.5, sm: 1 } : { xs: 3, sm: 4 },
        pb: { xs: 6, sm: 8 },
      }}
    >
      {above}
      {breadcrumb}
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          gap: breadcrumb ? 1.5 : 2,
          mb: breadcrumb ? 2 : 3,
        }}
      >
        <Box
          sx={{
            minWidth: 0,
            maxWidth: 1,
            // A long title of a deck takes the line, and the actions the next one.
            flex: breadcrumb ? { xs: '1 1 320px', md: '1 1 auto' } : '1 1 320px',
            overflowWrap: 'anywhere',
          }}
        >
          <Typography
            variant="h1"
            {...(isOwnTitle && ownText)}
            sx={titleLines === undefined ? {} : clamp(titleLines)}
          >
            {title}
          </Typography>
          {lead !== undefined && (
            <Typography sx={{ color: 'text.secondary', mt: 0.5, minHeight: '1.6em' }}>{lead}</Typography>
          )}
        </Box>
        {actions && (
          <Box
            sx={{
              display: 'flex',
              gap: 1,
              flexWrap: 'wrap',
              width: { xs: 1, [actionsBeside]: 'auto' },
              '& > .MuiButton-root': {
                flex: { xs: '1 1 auto', sm: 'none' },
                px: { xs: 1.5, sm: breadcrumb ? 1.75 : 2.5 },
              },
            }}
          >
            {actions}
          </Box>
        )}
      </Box>
      {children}
    </Box>
  );
}

interface PanelProps {
  title?: string;
  action?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
  dense?: boolean;
  /** Stretches the content to the height of the panel. */
  fill?: boolean;
  /** For secondary content: without a border. */
  quiet?: boolean;
}

/** Lets the content take the height of the panel, which its neighbours determine. */
const filling = { display: 'flex', flexDirection: 'column' };
const quietly = { borderColor: 'transparent', boxShadow: 'none', ...filling };

/** A titled card. The title is an h2, so the page outline stays flat. */
export function Panel(props: PanelProps) {
  const { title, action, note, children, dense = false, fill = false, quiet = false } = props;
  return (
    <Card
      component="section"
      aria-label={title}
      sx={{
        p: dense ? 2 : { xs: 2.5, sm: 3 },
        ...(fill && filling),
        ...(quiet && quietly),
      }}
    >
      {title && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            gap: 2,
            mb: note ? 0.5 : children ? 2 : 0,
            minHeight: action ? 36 : undefined,
          }}
        >
          <Typography variant="h3" component="h2">
            {title}
          </Typography>
          {action}
        </Box>
      )}
      {note && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: children ? 2 : 0 }}>
          {note}
        </Typography>
      )}
      {children}
    </Card>
  );
}
