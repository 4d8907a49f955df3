import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { readToken } from '../shared/auth/token.ts';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { usePageTitle } from '../shared/format/page-title.ts';
import { EmptyState } from '../shared/ui/states/empty-state.tsx';
import { MainArea } from '../shared/ui/page/main-area.tsx';
import { PublicBar } from '../shared/ui/page/public-bar.tsx';
import { SignedInBar } from './signed-in-bar.tsx';

export function NotFound() {
  usePageTitle(t`Page not found`);
  const { user, loading } = useAuth();
  const isLearner = user !== null || (loading && readToken() !== null);
  const home = isLearner ? '/dashboard' : '/';
  return (
    <>
      {isLearner ? <SignedInBar /> : <PublicBar />}
      <MainArea>
        <Box sx={{ maxWidth: 560, mx: 'auto', pt: { xs: 4, md: 8 } }}>
          <EmptyState
            title={t`Page not found`}
            heading="h1"
            text={t`The address may be mistyped, or the page has moved.`}
            action={
              <Button component={Link} to={home} variant="contained">
                {home === '/' ? t`Go to the start page` : t`Go to the dashboard`}
              </Button>
            }
          />
        </Box>
      </MainArea>
    </>
  );
}
