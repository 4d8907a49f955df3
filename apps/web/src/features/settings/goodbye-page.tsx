import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { usePageTitle } from '../../shared/format/page-title.ts';
import { Panel } from '../../shared/ui/page/page.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import Typography from '@mui/material/Typography';
import { erasedLabels } from './erased-things.ts';
import type { ErasureOutcome, ErasureReceipt } from './erase-account.ts';
import { dateFormat } from '../../shared/format/format.ts';
import { content } from '../../shared/theme/tokens.ts';

const words = (): Record<ErasureOutcome, { title: string; text: string }> => ({
  done: {
    title: t`Your account is erased`,
    text: t`You are signed out on every device. Nothing that identifies you is left. Thank you for learning with Kumbuka.`,
  },
  going: {
    title: t`Your account is closed`,
    text: t`You are signed out on every device. The rest of your data is erased in the next minutes. You need not do anything.`,
  },
  unknown: {
    title: t`You are signed out`,
    text: t`The server’s response was lost. If your password no longer works, your account is erased.`,
  },
});

const isErased = (value: unknown): value is ErasureOutcome =>
  typeof value === 'string' && Object.hasOwn(words(), value);

/** The last page of an account. Redirects visitors who were not sent to it. */
export function GoodbyePage() {
  const { state } = useLocation();
  const erased: unknown = state?.erased;
  if (!isErased(erased)) return <Navigate to="/" replace />;
  const receipt: ErasureReceipt | null = state?.receipt ?? null;
  return <Goodbye {...words()[erased]} receipt={receipt} />;
}

const formatTime = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

function Receipt({ deletionId, requestedAt, counts }: ErasureReceipt) {
  const things = erasedLabels(counts);
  return (
    <Panel title={t`Receipt`}>
      <Box component="dl" sx={{ m: 0, '& dt': { color: 'text.secondary' }, '& dd': { m: 0, mb: 1.5 } }}>
        <dt>{t`Number`}</dt>
        <Box component="dd" sx={{ overflowWrap: 'anywhere' }}>
          {deletionId}
        </Box>
        <dt>{t`Requested`}</dt>
        <dd>{formatTime(new Date(requestedAt))}</dd>
        <dt>{t`Erased`}</dt>
        <dd>{things.length === 0 ? t`In progress; the email lists it.` : things.join(', ')}</dd>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`A copy is sent once to the account’s email address.`}
      </Typography>
    </Panel>
  );
}

interface GoodbyeProps {
  title: string;
  text: string;
  receipt: ErasureReceipt | null;
}

function Goodbye({ title, text, receipt }: GoodbyeProps) {
  usePageTitle(title);
  return (
    <Box sx={{ maxWidth: content.form + 32, mx: 'auto', pt: { xs: 2, md: 4 }, pb: 8, px: 2 }}>
      <EmptyState
        title={title}
        heading="h1"
        text={text}
        action={
          <Button component={Link} to="/" variant="outlined">
            {t`Go to the start page`}
          </Button>
        }
      />
      {receipt && <Receipt {...receipt} />}
    </Box>
  );
}
