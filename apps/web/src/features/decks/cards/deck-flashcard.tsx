import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { SideLanguages } from '../../../shared/format/own-text.ts';
import { wordsOf } from '../../../shared/format/words-of.ts';
import { useAnnounce } from '../../../shared/ui/states/announcer.tsx';
import { FlipCard } from '../../../shared/ui/card/flip-card.tsx';
import { EditIcon, FlipIcon } from '../../../shared/ui/icons.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { isSlipping } from '../../../shared/study/slipping.ts';
import { SlippingTag } from './slipping-tag.tsx';
import { FlagMark } from '../../../shared/ui/card/flag-mark.tsx';
import { CardMenu } from '../../../shared/ui/card/card-menu.tsx';
import { actionsOf, type CardActs } from './card-actions.tsx';
import { loadCardDialog } from './card-dialogs.tsx';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';

const stop = (event: MouseEvent) => event.stopPropagation();

/** Returns the button of the visible side; the pressed button is hidden with its side. */
const buttonShown = (card: HTMLElement | null) =>
  [...(card?.querySelectorAll('button') ?? [])].find((button) => button.closest('[inert]') === null);

interface DeckFlashcardProps extends CardActs {
  card: DeckFlashcardPartsFragment;
  languages: SideLanguages;
  /** Whether the card was just added by 'Add several'. */
  isNew?: boolean;
  /** Scrolls the card into view. */
  justMade: boolean;
  onEdit: () => void;
}

function StateTag({ card, isNew }: { card: DeckFlashcardPartsFragment; isNew: boolean }) {
  if (isNew) return <Tag tone="accent">{t`New`}</Tag>;
  if (card.isSuspended) return <Tag>{t`Suspended`}</Tag>;
  if (isSlipping(card.schedule)) return <SlippingTag />;
  return card.schedule?.isLearned ? <Tag tone="good">{t`Mastered`}</Tag> : null;
}

function Aside({ card, isNew }: { card: DeckFlashcardPartsFragment; isNew: boolean }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
      {card.isFlagged && <FlagMark />}
      <StateTag card={card} isNew={isNew} />
    </Box>
  );
}

/** The whole card flips on a click; the button is for the keyboard and for screen readers. */
export function DeckFlashcard({ card, languages, isNew = false, justMade, ...acts }: DeckFlashcardProps) {
  const [flipped, setFlipped] = useState(false);
  // A long card stays expanded on both sides after its first flip, so that its question can be read to the end, too.
  const [opened, setOpened] = useState(false);
  const announce = useAnnounce();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (justMade) group.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [justMade]);
  const flip = () => {
    setFlipped(!flipped);
    setOpened(true);
    const [question, side] = [wordsOf(card.frontText, card.format), wordsOf(card.backText, card.format)];
    if (flipped) announce(t`Question: ${question}`, question, languages.front);
    else announce(t`Answer: ${side}`, side, languages.back);
  };
  return (
    <FlipCard
      groupRef={group}
      question={card.frontText}
      answer={card.backText}
      format={card.format}
      kind={card.kind}
      languages={languages}
      flipped={flipped}
      clamped={!opened}
      onFlip={flip}
      groupLabel={flipped ? t`Flashcard, answer shown` : t`Flashcard, question shown`}
      aside={<Aside card={card} isNew={isNew} />}
      footer={
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'space-between',
            mx: -1,
            mb: -1,
          }}
        >
          <Button
            variant="text"
            startIcon={<FlipIcon />}
            onClick={(event) => {
              stop(event);
              flushSync(flip);
              buttonShown(group.current)?.focus({ preventScroll: true });
            }}
          >
            {flipped ? t`Show Question` : t`Show Answer`}
          </Button>
          <Box onClick={stop} sx={{ display: 'flex', color: 'text.secondary', fontSize: 20 }}>
            <IconButton
              aria-label={t`Edit flashcard`}
              onPointerEnter={loadCardDialog}
              onFocus={loadCardDialog}
              onClick={acts.onEdit}
              sx={{ fontSize: 20 }}
            >
              <EditIcon />
            </IconButton>
            <CardMenu actions={actionsOf(card, acts)} />
          </Box>
        </Box>
      }
    />
  );
}
