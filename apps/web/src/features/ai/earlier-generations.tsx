import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ownText } from '../../shared/format/own-text.ts';
import { dataOrCached } from '../../shared/apollo/shown.ts';
import { dateLabel } from '../../shared/format/format.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { Pages } from '../../shared/ui/page/pages.tsx';
import {
  EarlierGenerationsDocument,
  type EarlierGenerationPartsFragment,
} from './earlier-generations.generated.ts';

interface RowProps {
  generation: EarlierGenerationPartsFragment;
  deckId: string;
  onOpen: () => void;
}

function stateOf({ state, made, insertions }: EarlierGenerationPartsFragment, deckId: string): string {
  if (state === 'FAILED') return t`Failed, not counted`;
  if (state === 'RUNNING') return t`Running now`;
  const here = insertions.find((insertion) => insertion.deckId === deckId);
  return here
    ? t`${plural(here.inserted, { one: '# card', other: '# cards' })} in this deck`
    : plural(made, { one: '# card', other: '# cards' });
}

function Row({ generation, deckId, onOpen }: RowProps) {
  const now = useNow();
  const { title, state, createdAt } = generation;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        borderTop: '1px solid',
        borderColor: 'divider',
        py: 0.75,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" {...ownText} noWrap sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {t`${stateOf(generation, deckId)}, made on ${dateLabel(createdAt, now)}`}
        </Typography>
      </Box>
      {state !== 'FAILED' && (
        <Button
          variant="text"
          aria-label={t`Show the cards of: ${title}`}
          onClick={onOpen}
          sx={{ mr: -1.75 }}
        >
          {t`Show`}
        </Button>
      )}
    </Box>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 3 }}>
      <Typography variant="body2" sx={{ flex: 1, color: 'text.secondary' }}>
        {t`Your earlier generations cannot be shown right now.`}
      </Typography>
      <Button variant="text" onClick={onRetry} sx={{ mr: -1.75 }}>
        {t`Try again`}
      </Button>
    </Box>
  );
}

interface EarlierGenerationsProps {
  deckId: string;
  onOpen: (generationId: string) => void;
}

/** Earlier generations; their cards can be inserted into further decks without another prompt. */
export function EarlierGenerations({ deckId, onOpen }: EarlierGenerationsProps) {
  const [page, setPage] = useState(1);
  const request = { query: EarlierGenerationsDocument, variables: { page } };
  const result = useQuery(request.query, { variables: request.variables, fetchPolicy: 'cache-and-network' });
  const { error, loading, refetch, client } = result;
  const generations = dataOrCached(result, () => client.readQuery(request))?.viewer.generations;
  if (!generations && error && !loading) return <LoadFailed onRetry={() => void refetch()} />;
  if (!generations || generations.items.length === 0) return <></>;
  return (
    <Box component="section" aria-labelledby="earlier-generations" sx={{ mt: 3 }}>
      <Typography
        id="earlier-generations"
        variant="h6"
        component="h3"
        sx={{ color: 'text.secondary', mb: 0.75 }}
      >
        {t`Earlier generations`}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {generations.items.map((generation) => (
          <Row
            key={generation.id}
            generation={generation}
            deckId={deckId}
            onOpen={() => onOpen(generation.id)}
          />
        ))}
      </Box>
      <Pages
        page={page}
        totalPages={generations.pageInfo.totalPages}
        label={t`Pages of generations`}
        onChange={setPage}
      />
    </Box>
  );
}
