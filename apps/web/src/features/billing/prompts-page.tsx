import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { ownText } from '../../shared/format/own-text.ts';
import { messageOf } from '../../shared/apollo/errors.ts';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { dateFormat, deadlineLabel } from '../../shared/format/format.ts';
import { openBilling } from '../../shared/plan/open-billing.ts';
import { useExistingPage, usePageInAddress } from '../../shared/hooks/use-page-in-address.ts';
import { Page } from '../../shared/ui/page/page.tsx';
import { Pages } from '../../shared/ui/page/pages.tsx';
import { EmptyState } from '../../shared/ui/states/empty-state.tsx';
import { FailedState } from '../../shared/ui/states/failed-state.tsx';
import { PromptsScreenDocument, type PromptUsePartsFragment } from './prompts-page.generated.ts';

function resultOf({ state, made, insertions }: PromptUsePartsFragment): string {
  if (state === 'RUNNING') return t`Running now; a failed prompt is not counted`;
  const inserted = insertions.reduce((sum, insertion) => sum + insertion.inserted, 0);
  return inserted === 0
    ? t`${plural(made, { one: '# card', other: '# cards' })}, not inserted`
    : t`${plural(made, { one: '# card', other: '# cards' })}, ${inserted} inserted`;
}

function UseRow({ use }: { use: PromptUsePartsFragment }) {
  const [deck] = use.insertions;
  return (
    <Card component="li" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h4" component="h2" {...ownText} sx={{ overflowWrap: 'anywhere' }}>
        {use.title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {deadlineLabel(use.createdAt)}. {resultOf(use)}.
      </Typography>
      {deck && (
        <Button
          component={Link}
          to={`/mydecks/${deck.deckId}`}
          variant="outlined"
          size="small"
          aria-label={t`Open the deck with the cards of: ${use.title}`}
          sx={{ mt: 1.5 }}
        >
          {t`Open the deck`}
        </Button>
      )}
    </Card>
  );
}

const formatMonth = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

interface Quota {
  month: string;
  unlimited: boolean;
  used: number;
  limit: number;
}

function leadOf({ month, unlimited, used, limit }: Quota): string {
  const name = formatMonth(new Date(`${month}-01T00:00:00Z`));
  return unlimited
    ? t`${name}: ${plural(used, { one: '# prompt', other: '# prompts' })}. Failed ones are not counted.`
    : t`${name}: ${used} of ${limit} free prompts. Failed ones are not counted.`;
}

/** Uses of this month's AI prompts, latest first. */
export function PromptsPage() {
  const { page, setPage } = usePageInAddress();
  const request = { query: PromptsScreenDocument, variables: { page } };
  const result = useQuery(request.query, { variables: request.variables, fetchPolicy: 'cache-and-network' });
  const { loading, error, refetch, client } = result;
  const quota = dataOrCached(result, () => client.readQuery(request))?.viewer.aiQuota ?? null;
  useExistingPage({ page, setPage, totalPages: loading ? undefined : quota?.uses.pageInfo.totalPages });
  return (
    <Page
      title={t`Prompts used`}
      lead={quota ? leadOf(quota) : t`What each AI prompt of this month was used for.`}
      width="reading"
      actions={
        <Button variant="outlined" onClick={() => openBilling()}>
          {t`Billing`}
        </Button>
      }
    >
      {!loading && !quota && (
        <FailedState
          title={t`Your prompts could not be loaded`}
          text={messageOf(error, t`Nothing was lost. The server could not be reached.`)}
          onRetry={() => void refetch()}
          next={{ to: '/dashboard', label: t`Go to the dashboard` }}
        />
      )}
      {quota?.uses.items.length === 0 && (
        <EmptyState title={t`No prompts used this month`} text={t`Texts you make cards from appear here.`} />
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {quota?.uses.items.map((use) => (
          <UseRow key={use.id} use={use} />
        ))}
      </Box>
      <Pages
        page={page}
        totalPages={quota?.uses.pageInfo.totalPages ?? 0}
        label={t`Pages of prompts`}
        onChange={setPage}
      />
    </Page>
  );
}
