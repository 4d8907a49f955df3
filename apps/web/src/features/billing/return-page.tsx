import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { contactEmail } from '../../shared/browser/contact.ts';
import { openBilling } from '../../shared/plan/open-billing.ts';
import { usePageTitle } from '../../shared/format/page-title.ts';
import { content } from '../../shared/theme/tokens.ts';
import { readCheckoutId } from './checkout-id.ts';
import { returnPorts } from './return-ports.ts';
import { ReturnProgress, ReturnSteps } from './return-progress.tsx';
import type { PaymentIds, ReturnState } from './return-state.ts';
import { returnText } from './return-text.ts';
import { runReturn } from './run-return.ts';

function idsOf(params: URLSearchParams, stored: string | null): PaymentIds {
  const first = (...names: string[]) => names.map((name) => params.get(name)?.trim()).find(Boolean) ?? null;
  return {
    trackingId: first('tracking_id'),
    checkoutId: first('checkout_id', 'api_ref', 'id') ?? stored,
    invoiceId: first('invoice_id', 'invoiceId'),
  };
}

/** Runs the check once the page is up; leaving it cancels every wait and call. */
function useReturn(): ReturnState {
  const { user } = useAuth();
  const client = useApolloClient();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [stored] = useState(() => user && readCheckoutId(user.id));
  const [ids] = useState(() => idsOf(params, stored));
  const [state, setState] = useState<ReturnState>({ phase: 'initializing', ids });
  const [actions] = useState(() => ({
    leave: () => void navigate('/mydecks', { replace: true }),
    clearQuery: () => setParams({}, { replace: true }),
  }));
  const userId = user?.id ?? '';
  useEffect(() => {
    const left = new AbortController();
    actions.clearQuery();
    const ports = returnPorts({ client, names: [ids.checkoutId, stored], userId, leave: actions.leave });
    runReturn(ids, ports, left.signal, setState).catch(() => {});
    return () => left.abort();
  }, [client, ids, stored, userId, actions]);
  return state;
}

function NextSteps() {
  const email = contactEmail();
  return (
    <Box sx={{ p: 2.5, borderRadius: '12px', bgcolor: 'surface.sunken', mb: 3 }}>
      <Typography variant="h5" component="h3" sx={{ mb: 1 }}>
        {t`What to do next`}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1, color: 'text.secondary' }}>
        <li>{t`Check your M-Pesa messages to see whether you were charged.`}</li>
        <li>{t`Open billing and verify with the invoice or checkout id from your receipt.`}</li>
        <li>{t`Nothing is charged twice: checking again is safe.`}</li>
        {email !== null && (
          <li>
            {t`Support:`} <MuiLink href={`mailto:${email}`}>{email}</MuiLink>
          </li>
        )}
      </Box>
    </Box>
  );
}

function NextActions({ state }: { state: ReturnState }) {
  if (state.phase === 'error')
    return (
      <>
        <NextSteps />
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1 }}>
          <Button variant="contained" onClick={() => openBilling()}>
            {t`Open billing`}
          </Button>
          <Button component={Link} to="/mydecks" variant="outlined">
            {t`Go to My Decks`}
          </Button>
        </Box>
      </>
    );
  if (state.phase !== 'complete' && state.phase !== 'left') return <></>;
  return (
    <Button component={Link} to="/mydecks" replace variant="contained">
      {t`Go to My Decks`}
    </Button>
  );
}

/** Page to which the payment provider redirects the browser. */
export function ReturnPage() {
  usePageTitle(t`Payment Verification`);
  const state = useReturn();
  const { title, message } = returnText(state);
  return (
    <Box sx={{ maxWidth: content.payment + 32, mx: 'auto', px: 2, pt: { xs: 4, md: 7 }, pb: 8 }}>
      <Typography variant="h1" sx={{ textAlign: 'center', mb: 3 }}>
        {t`Payment Verification`}
      </Typography>
      <Card sx={{ overflow: 'hidden' }}>
        <ReturnProgress state={state} />
        <Box sx={{ p: { xs: 2.5, sm: 5 } }}>
          <ReturnSteps state={state} />
          <Box role={state.phase === 'error' ? 'alert' : 'status'} sx={{ minHeight: 116, mb: 2.5 }}>
            <Typography variant="h2">{title}</Typography>
            <Typography sx={{ color: 'text.secondary', mt: 1 }}>{message}</Typography>
          </Box>
          <NextActions state={state} />
        </Box>
      </Card>
    </Box>
  );
}
