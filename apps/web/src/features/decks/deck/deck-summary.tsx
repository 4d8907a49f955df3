import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { percentLabel } from '../../../shared/format/percent.ts';
import { countsOf } from '../../../shared/decks/deck-memory.ts';
import { MemoryEdge } from '../../../shared/ui/card/memory-edge.tsx';
import type { DeckSummaryPartsFragment } from './deck-summary.generated.ts';

function Figure({ value, label }: { value: string | number; label: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
      <Typography
        component="p"
        sx={{ fontSize: '1.375rem', fontWeight: 700, lineHeight: 1.3, letterSpacing: '-0.02em' }}
      >
        {value}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
    </Box>
  );
}

/** A large deck is drawn with fewer lines than it has cards. */
function lineText(cards: number, lines: number): string {
  const each = Math.round(cards / Math.max(1, lines));
  return each > 1 ? t`Each line stands for about ${each} cards` : t`Each line is a card`;
}

/** The deck from its side, with lines for its cards. A deck that was never studied has a sentence instead of equal dots. */
function Side({ deck }: { deck: DeckSummaryPartsFragment }) {
  const counts = countsOf(deck);
  if (!deck.progress)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Your progress cannot be shown right now.`}
      </Typography>
    );
  if (counts.fresh === counts.total)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: 430 }}>
        {t`Not studied yet. Later each card is a line: the taller, the likelier you recall it that day.`}
      </Typography>
    );
  return (
    <Box sx={{ width: { xs: 1, md: 430 } }}>
      <MemoryEdge ticks={deck.progress.memory} counts={counts} height={28} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t`${lineText(counts.total, deck.progress.memory.length)}: the taller, the likelier you recall it today.`}
      </Typography>
    </Box>
  );
}

/** The deck's numbers, and the deck seen from its side. */
export function DeckSummary({ deck }: { deck: DeckSummaryPartsFragment }) {
  const counts = countsOf(deck);
  return (
    <Card
      component="section"
      aria-label={t`Summary`}
      sx={{
        px: { xs: 2, sm: 3 },
        py: 1.5,
        minHeight: { md: 76 },
        mb: 2,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: { xs: 2, sm: 4 } }}>
        <Figure value={counts.total} label={plural(counts.total, { one: 'card', other: 'cards' })} />
        {deck.mastery !== null && <Figure value={percentLabel(deck.mastery)} label={t`right answers`} />}
        {deck.progress && <Figure value={counts.due} label={t`due today`} />}
        {deck.progress && <Figure value={counts.fresh} label={t`new`} />}
      </Box>
      <Side deck={deck} />
    </Card>
  );
}
