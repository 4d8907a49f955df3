import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { textIn, type SideLanguages } from '../../../shared/format/own-text.ts';
import { wordsOf } from '../../../shared/format/words-of.ts';
import { isSlipping } from '../../../shared/study/slipping.ts';
import { CardMenu } from '../../../shared/ui/card/card-menu.tsx';
import { FlagMark } from '../../../shared/ui/card/flag-mark.tsx';
import { MemoryEdge } from '../../../shared/ui/card/memory-edge.tsx';
import { SideContent } from '../../../shared/ui/card/side-content.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { actionsOf, type CardActs } from './card-actions.tsx';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';
import { SlippingTag } from './slipping-tag.tsx';
import { useLongPress } from './use-long-press.ts';
import { useSelection } from './use-selection.ts';

type FlashCard = DeckFlashcardPartsFragment;
type BulkAct = 'flag' | 'suspend' | 'resume' | 'move' | 'delete';

const oneLine = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };
/** A formatted side is one line high, too: the rest of it is cut. */
const sideLine = { ...oneLine, maxHeight: '1.6em', '& *': { whiteSpace: 'nowrap' } };

/** The stick of one card: its height is the chance to recall it. */
function Stick({ schedule }: Pick<FlashCard, 'schedule'>) {
  const recall = schedule?.predictedRecall ?? null;
  const isDue = schedule?.isDue ?? false;
  const counts = { total: 1, due: recall !== null && isDue ? 1 : 0, fresh: recall === null ? 1 : 0 };
  return (
    <Box sx={{ width: 9, flexShrink: 0 }}>
      <MemoryEdge ticks={[{ recall, isDue }]} counts={counts} height={32} />
    </Box>
  );
}

function Sides({ card, languages }: { card: FlashCard; languages: SideLanguages }) {
  const { format, kind, frontText, backText, isSuspended } = card;
  const side = { format, kind };
  return (
    <Box
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        columnGap: 3,
        alignItems: 'center',
      }}
    >
      <Box {...textIn(languages.front)} sx={sideLine}>
        <SideContent {...side} text={frontText} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, color: 'text.secondary' }}>
        {isSuspended && <Tag>{t`Suspended`}</Tag>}
        {!isSuspended && isSlipping(card.schedule) && <SlippingTag />}
        <Box {...textIn(languages.back)} sx={{ ...sideLine, flex: 1, minWidth: 0, fontSize: '0.875rem' }}>
          <SideContent {...side} text={backText} question={frontText} />
        </Box>
      </Box>
    </Box>
  );
}

const row = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 56,
  pr: 0.5,
  '&:not(:first-of-type)': { borderTop: '1px solid', borderColor: 'divider' },
};
const rowButton = {
  flex: 1,
  minWidth: 0,
  minHeight: 56,
  gap: 1.5,
  pl: 2,
  pr: 1,
  font: 'inherit',
  textAlign: 'start',
  justifyContent: 'flex-start',
  '&:hover': { bgcolor: 'action.hover' },
  // A long press selects the card, not its text.
  '@media (pointer: coarse)': { userSelect: 'none', WebkitTouchCallout: 'none' },
};

interface RowProps {
  card: FlashCard;
  languages: SideLanguages;
  /** Whether rows are being selected; `null` when a press edits the card. */
  isSelected: boolean | null;
  /** Whether the card was just added. */
  isNew: boolean;
  justMade: boolean;
  onToggle: (withShift: boolean) => void;
  onEdit: () => void;
  acts: CardActs;
}

function Row({ card, languages, isSelected, isNew, justMade, onToggle, onEdit, acts }: RowProps) {
  const press = useLongPress(() => onToggle(false));
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (justMade) place.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [justMade]);
  const front = wordsOf(card.frontText, card.format);
  const isSelecting = isSelected !== null;
  const choose = ({ shiftKey }: MouseEvent) => (isSelecting ? onToggle(shiftKey) : onEdit());
  return (
    <Box
      component="li"
      ref={place}
      data-card={card.id}
      sx={isSelected ? { ...row, bgcolor: 'action.hover' } : row}
    >
      {isSelecting && (
        <Checkbox
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          slotProps={{ input: { 'aria-label': t`Select: ${front}` } }}
          sx={{ p: 1.5, mr: -1 }}
        />
      )}
      <ButtonBase
        {...press}
        {...(isSelecting ? { tabIndex: -1, 'aria-hidden': true } : { 'aria-label': t`Edit: ${front}` })}
        onClick={choose}
        sx={rowButton}
      >
        <Stick schedule={card.schedule} />
        <Sides card={card} languages={languages} />
        {isNew && <Tag tone="accent">{t`New`}</Tag>}
        {card.isFlagged && <FlagMark />}
      </ButtonBase>
      {!isSelecting && <CardMenu actions={actionsOf(card, acts)} />}
    </Box>
  );
}

const bulkActs = (): readonly { act: BulkAct; text: string }[] => [
  { act: 'suspend', text: t`Suspend` },
  { act: 'resume', text: t`Study again` },
  { act: 'flag', text: t`Flag` },
  { act: 'move', text: t`Move` },
  { act: 'delete', text: t`Delete` },
];

interface ToolbarProps {
  count: number;
  isAll: boolean;
  onAll: () => void;
  onAct: (act: BulkAct) => void;
  onEnd: () => void;
}

/** What can be done with the selected cards. It stays in view while the list scrolls. */
function Toolbar({ count, isAll, onAll, onAct, onEnd }: ToolbarProps) {
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 'var(--bar-height, 60px)',
        zIndex: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        p: 1,
        bgcolor: 'background.paper',
        borderBottom: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px 16px 0 0',
      }}
    >
      <Checkbox
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={onAll}
        slotProps={{ input: { 'aria-label': t`Select all of this page` } }}
      />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', flex: '1 1 auto' }}>
        {t`${plural(count, { one: '# card', other: '# cards' })} selected`}
      </Typography>
      <Button size="small" variant="text" onClick={onEnd}>
        {t`Done`}
      </Button>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flexBasis: { xs: '100%', md: 'auto' } }}>
        {bulkActs().map(({ act, text }) => (
          <Button
            key={act}
            size="small"
            variant="outlined"
            color={act === 'delete' ? 'error' : 'primary'}
            disabled={count === 0}
            onClick={() => onAct(act)}
          >
            {text}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

interface CardRowsProps {
  cards: readonly FlashCard[];
  languages: SideLanguages;
  /** The card that is edited in its row, with its editor. */
  edited: { id: string; editor: ReactNode } | null;
  stateOf: (card: FlashCard) => { isNew: boolean; justMade: boolean };
  actsOf: (card: FlashCard) => CardActs;
  onEdit: (card: FlashCard) => void;
  /** Resolves once it is done; the selection ends then. */
  onAct: (act: BulkAct, ids: readonly string[]) => Promise<boolean>;
}

/**
 * The cards of a page as rows. A press edits a card in its place; a long press, or 'Select', selects: one by one, all, or
 * a range with Shift.
 */
export function CardRows({ cards, languages, edited, stateOf, actsOf, onEdit, onAct }: CardRowsProps) {
  const selection = useSelection(cards.map(({ id }) => id));
  const [isSelecting, setSelecting] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { selected } = selection;
  const end = () => {
    selection.clear();
    setSelecting(false);
  };
  const run = async (act: BulkAct) => {
    if (await onAct(act, selected)) end();
  };
  const lastEdited = useRef<string | null>(null);
  const editedId = edited?.id ?? null;
  useEffect(() => {
    const last = lastEdited.current;
    lastEdited.current = editedId;
    if (editedId === null && last !== null)
      list.current?.querySelector<HTMLElement>(`[data-card="${last}"] button`)?.focus();
  }, [editedId]);
  return (
    <Card component="section" aria-label={t`Cards as a list`} sx={{ overflow: 'visible' }}>
      {isSelecting ? (
        <Toolbar
          count={selected.length}
          isAll={cards.length > 0 && selected.length === cards.length}
          onAll={selection.toggleAll}
          onAct={(act) => void run(act)}
          onEnd={end}
        />
      ) : (
        <Box
          sx={{
            display: 'flex',
            justifyContent: 'flex-end',
            px: 1,
            borderBottom: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Button size="small" variant="text" onClick={() => setSelecting(true)}>
            {t`Select`}
          </Button>
        </Box>
      )}
      <Box component="ul" ref={list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {cards.map((card) =>
          card.id === editedId ? (
            <Box component="li" key={card.id} sx={row}>
              {edited?.editor}
            </Box>
          ) : (
            <Row
              key={card.id}
              card={card}
              languages={languages}
              {...stateOf(card)}
              isSelected={isSelecting ? selection.isSelected(card.id) : null}
              onToggle={(withShift) => {
                setSelecting(true);
                selection.toggle(card.id, withShift);
              }}
              onEdit={() => onEdit(card)}
              acts={actsOf(card)}
            />
          ),
        )}
      </Box>
    </Card>
  );
}
