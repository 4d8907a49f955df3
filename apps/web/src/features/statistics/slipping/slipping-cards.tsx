import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useOpenGeneration } from '../../../shared/ai/open-generation.ts';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { aboutMinutes, numberLabel } from '../../../shared/format/format.ts';
import { ownText } from '../../../shared/format/own-text.ts';
import { wordsOf } from '../../../shared/format/words-of.ts';
import { clamp } from '../../../shared/ui/clamp.ts';
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx';
import { isOfStoredNote } from '../../../shared/ui/dialog/card-kinds.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { NotLoaded } from '../../../shared/ui/states/not-loaded.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { useSlipping, type Slipping } from './use-slipping.ts';

const CardDialog = lazyNamed(() => import('../../../shared/ui/dialog/card-dialog.tsx'), 'CardDialog');

type Act = 'rewrite' | 'ai' | 'apart' | 'anew';

/** What the card costs. */
function costOf({ lapses, minutesThisMonth }: Slipping): string {
  const forgotten = t`Forgotten ${plural(lapses, { one: '# time', other: '# times' })}`;
  return minutesThisMonth < 0.5 ? forgotten : t`${forgotten}, ${aboutMinutes(minutesThisMonth)} this month`;
}

function Row({ card, onAct }: { card: Slipping; onAct: (act: Act) => void }) {
  const { flashcard, deck } = card;
  const front = wordsOf(flashcard.frontText, flashcard.format);
  const apart = flashcard.isSuspended;
  const acts: { act: Act; text: string; name: string }[] = [
    { act: 'rewrite', text: t`Rewrite`, name: t`Rewrite: ${front}` },
    isOfStoredNote(flashcard.kind)
      ? { act: 'ai', text: t`New cards with AI`, name: t`New cards with AI: ${front}` }
      : { act: 'ai', text: t`Rewrite with AI`, name: t`Rewrite with AI: ${front}` },
    apart
      ? { act: 'apart', text: t`Study again`, name: t`Study again: ${front}` }
      : { act: 'apart', text: t`Keep apart`, name: t`Keep apart: ${front}` },
    { act: 'anew', text: t`Start anew`, name: t`Start anew: ${front}` },
  ];
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: '1px solid', borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1 }}>
        <Typography {...ownText} sx={{ fontWeight: 600, ...clamp(2), minWidth: 0 }}>
          {front}
        </Typography>
        {apart && (
          <Box sx={{ flexShrink: 0 }}>
            <Tag>{t`Kept apart`}</Tag>
          </Box>
        )}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {costOf(card)}
        {deck && (
          <>
            {'. '}
            <span {...ownText}>{deck.title}</span>
          </>
        )}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {acts.map(({ act, text, name }) => (
          <Button key={act} size="small" variant="outlined" aria-label={name} onClick={() => onAct(act)}>
            {text}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

interface Sides {
  question: string;
  answer: string;
}

/** What a learner does with a card in a dialog. */
type Open = {
  kind: 'rewrite' | 'anew' | 'rewritten';
  card: Slipping;
  /** Text that AI proposes for the card. */
  proposed?: Sides;
} | null;

function AnewQuestion({
  open,
  onClose,
  onAnew,
}: {
  open: NonNullable<Open>;
  onClose: () => void;
  onAnew: () => Promise<boolean>;
}) {
  const [busy, setBusy] = useState(false);
  const isRewritten = open.kind === 'rewritten';
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={isRewritten ? t`Start the rewritten card anew?` : t`Start the card anew?`}
      text={
        isRewritten
          ? t`As a new card it comes soon, and its mistakes are forgotten. Cancel keeps its schedule.`
          : t`It becomes a new card, and its mistakes are forgotten. Your answers stay in your statistics. This cannot be undone.`
      }
      confirm={t`Start anew`}
      onCancel={onClose}
      onConfirm={() => {
        setBusy(true);
        void onAnew().then((isSaved) => (isSaved ? onClose() : setBusy(false)));
      }}
    />
  );
}

const rowsShown = 5;

/** Cards that the learner forgets again and again, with what helps. */
export function SlippingCards() {
  const slipping = useSlipping();
  const generation = useOpenGeneration();
  const [open, setOpen] = useState<Open>(null);
  const [showsAll, setShowsAll] = useState(false);
  const { cards, loading } = slipping;
  const act = (card: Slipping, kind: Act) => {
    const { deck, flashcard } = card;
    if (kind === 'apart') void slipping.keepApart(card);
    else if (kind !== 'ai') setOpen({ kind, card });
    else if (deck) {
      const [question = '', answer = ''] = [flashcard.frontText, flashcard.backText].map((side) =>
        wordsOf(side, flashcard.format),
      );
      const onUse = (proposed: Sides) => setOpen({ kind: 'rewrite', card, proposed });
      generation.open(
        { deckId: deck.id, title: deck.title },
        `${question}\n\n${answer}`,
        isOfStoredNote(flashcard.kind) ? undefined : { question, answer, onUse },
      );
    }
  };
  if (!cards)
    return loading ? null : (
      <Panel
        title={t`Cards that keep slipping`}
        action={<NotLoaded onRetry={() => void slipping.refetch()} />}
      />
    );
  const shown = showsAll ? cards : cards.slice(0, rowsShown);
  return (
    <Panel
      title={t`Cards that keep slipping`}
      note={
        cards.length === 0
          ? t`A card that you forget six times is listed here.`
          : t`A shorter text, two cards in place of one, or a hint helps more than further repetition.`
      }
    >
      {cards.length > 0 && (
        <Box
          component="ul"
          aria-label={t`Cards that keep slipping`}
          sx={{ listStyle: 'none', m: 0, p: 0, mt: 1 }}
        >
          {shown.map((card) => (
            <Row key={card.flashcardId} card={card} onAct={(kind) => act(card, kind)} />
          ))}
        </Box>
      )}
      {cards.length > shown.length && (
        <Button variant="text" onClick={() => setShowsAll(true)}>
          {t`Show all ${numberLabel(cards.length)}`}
        </Button>
      )}
      {open?.kind === 'rewrite' && (
        <Suspense>
          <CardDialog
            place={`slipping-${open.card.flashcardId}`}
            card={open.card.flashcard}
            {...(open.proposed && { proposed: open.proposed })}
            onClose={() => setOpen(null)}
            onSave={async (sides, { expectedVersion }) => {
              await slipping.rewrite(open.card, sides, expectedVersion);
              setOpen({ kind: 'rewritten', card: open.card });
            }}
          />
        </Suspense>
      )}
      {open && open.kind !== 'rewrite' && (
        <AnewQuestion
          open={open}
          onClose={() => setOpen(null)}
          onAnew={() => slipping.startAnew(open.card, open.kind === 'rewritten' ? 'REWRITTEN' : 'LEARNER')}
        />
      )}
    </Panel>
  );
}
