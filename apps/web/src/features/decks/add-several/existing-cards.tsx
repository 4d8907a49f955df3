import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import type { Pair } from '@kumbuka/text';
import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { ownText } from '../../../shared/format/own-text.ts';
import { ExistingCardsDocument } from './add-several.generated.ts';
import { portionsOf } from './several-rules.ts';

/** Pairs that were compared with the deck, and those of them that it has. */
interface Compared {
  pairs: readonly Pair[];
  existing: ReadonlySet<Pair>;
}

/** Compares pairs with the cards of a deck once. A failure finds none: the server leaves out what the deck has. */
export function useExistingCards(deckId: string, pairs: readonly Pair[]) {
  const client = useApolloClient();
  const [compared, setCompared] = useState<Compared | null>(null);
  const [addsAgain, setAddsAgain] = useState(false);
  const own = compared?.pairs === pairs ? compared : null;

  async function read(portion: readonly Pair[]): Promise<Pair[]> {
    const cards = portion.map(({ front, back }) => ({ frontText: front, backText: back }));
    const { data } = await client.query({
      query: ExistingCardsDocument,
      variables: { deckId, cards },
      fetchPolicy: 'no-cache',
    });
    return (data?.deck.existingCards ?? []).flatMap((at) => portion[at] ?? []);
  }

  /** Returns the number of the pairs that the deck has; 0 when they were compared before. */
  async function compare(): Promise<number> {
    if (own) return 0;
    const found: Pair[] = [];
    for (const portion of portionsOf(pairs)) found.push(...(await read(portion).catch(() => [])));
    setAddsAgain(false);
    setCompared({ pairs, existing: new Set(found) });
    return found.length;
  }

  const existing = own?.existing ?? new Set<Pair>();
  return {
    compare,
    existing: [...existing],
    toAdd: addsAgain ? pairs : pairs.filter((pair) => !existing.has(pair)),
    addsAgain,
    setAddsAgain,
  };
}

const shownCards = 5;

interface ExistingNoteProps {
  existing: readonly Pair[];
  addsAgain: boolean;
  onChange: (addsAgain: boolean) => void;
}

/** Names the cards that the deck has already; they are left out unless the learner wants them twice. */
export function ExistingNote({ existing, addsAgain, onChange }: ExistingNoteProps) {
  return (
    <Alert severity="info" role="status" sx={{ mb: 1.5 }}>
      {t`${plural(existing.length, {
        one: '# of these cards is in the deck already:',
        other: '# of these cards are in the deck already:',
      })}`}{' '}
      <bdi {...ownText}>
        {existing
          .slice(0, shownCards)
          .map(({ front }) => front)
          .join(', ')}
      </bdi>
      {existing.length > shownCards && ' …'}
      <FormControlLabel
        sx={{ display: 'flex' }}
        control={
          <Checkbox size="small" checked={addsAgain} onChange={(_event, checked) => onChange(checked)} />
        }
        label={t`Add them again`}
      />
    </Alert>
  );
}
