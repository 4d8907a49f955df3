import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { usePageTitle } from '../shared/lib/page-title.ts';
import { MainArea } from '../shared/ui/page/main-area.tsx';

/** A chunk that is gone means that a newer build was published while this tab was open. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|module script failed|preload/i.test(error.message)
  );
}

function explain(error: unknown): string {
  if (isMissingChunk(error))
    return t`Part of the page could not be loaded. Check your connection, then reload.`;
  if (isRouteErrorResponse(error))
    return t`The page answered with ${error.status}. Reload it, or go back to the dashboard.`;
  return t`Something on this page broke. Your decks and answers are safe. Reload the page, or go back to the dashboard.`;
}

/** In the place of a page that broke, below the bar that did not. */
export function BrokenPage() {
  const error = useRouteError();
  usePageTitle(t`Page not shown`);
  return (
    <Box role="alert" sx={{ maxWidth: 560, mx: 'auto', px: 3, py: { xs: 8, md: 12 } }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {t`This page could not be shown`}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{explain(error)}</Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {t`Reload`}
        </Button>
        <Button variant="outlined" href="/dashboard">
          {t`Go to the dashboard`}
        </Button>
      </Box>
    </Box>
  );
}

/** In the place of everything. */
export function ErrorPage() {
  return (
    <MainArea>
      <BrokenPage />
    </MainArea>
  );
}
