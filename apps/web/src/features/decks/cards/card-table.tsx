import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { textIn, type SideLanguages } from '../../../shared/format/own-text.ts';
import { wordsOf } from '../../../shared/format/words-of.ts';
import { SideContent } from '../../../shared/ui/card/side-content.tsx';
import { FlagMark } from '../../../shared/ui/card/flag-mark.tsx';
import { hidden } from '../../../shared/ui/hidden.ts';
import { EditIcon } from '../../../shared/ui/icons.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { DeckFlashcardPartsFragment } from './deck-flashcard.generated.ts';
import { isSlipping } from '../../../shared/study/slipping.ts';
import { SlippingTag } from './slipping-tag.tsx';
import { useSelection } from './use-selection.ts';

type Card = DeckFlashcardPartsFragment;
export type BulkAct = 'flag' | 'suspend' | 'resume' | 'move' | 'delete';

const cell = {
  p: 1,
  borderTop: '1px solid',
  borderColor: 'divider',
  verticalAlign: 'middle',
  textAlign: 'start',
};
const twoLines = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
};

interface RowProps {
  card: Card;
  languages: SideLanguages;
  isSelected: boolean;
  onToggle: (withShift: boolean) => void;
  onEdit: () => void;
}

function Row({ card, languages, isSelected, onToggle, onEdit }: RowProps) {
  const { format, kind } = card;
  const front = wordsOf(card.frontText, format);
  const side = { format, kind };
  return (
    <Box component="tr" sx={isSelected ? { bgcolor: 'action.hover' } : {}}>
      <Box component="td" sx={{ ...cell, width: 48, p: 0 }}>
        <Checkbox
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          slotProps={{ input: { 'aria-label': t`Select: ${front}` } }}
          sx={{ p: 1.5 }}
        />
      </Box>
      <Box component="td" sx={cell}>
        <Box {...textIn(languages.front)} sx={twoLines}>
          <SideContent {...side} text={card.frontText} />
        </Box>
        <Box
          {...textIn(languages.back)}
          sx={{ ...twoLines, display: { xs: '-webkit-box', md: 'none' }, color: 'text.secondary' }}
        >
          <SideContent {...side} text={card.backText} question={card.frontText} />
        </Box>
      </Box>
      <Box
        component="td"
        sx={{ ...cell, display: { xs: 'none', md: 'table-cell' }, color: 'text.secondary' }}
      >
        <Box {...textIn(languages.back)} sx={twoLines}>
          <SideContent {...side} text={card.backText} question={card.frontText} />
        </Box>
      </Box>
      <Box component="td" sx={{ ...cell, width: { xs: 96, sm: 180 } }}>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 0.75,
          }}
        >
          {card.isFlagged && <FlagMark />}
          {isSlipping(card.schedule) && <SlippingTag />}
          {card.isSuspended && <Tag>{t`Suspended`}</Tag>}
        </Box>
      </Box>
      <Box component="td" sx={{ ...cell, width: 48, p: 0.25 }}>
        <IconButton aria-label={t`Edit: ${front}`} onClick={onEdit} sx={{ fontSize: 20 }}>
          <EditIcon />
        </IconButton>
      </Box>
    </Box>
  );
}

const acts = (): readonly { act: BulkAct; text: string }[] => [
  { act: 'suspend', text: t`Suspend` },
  { act: 'resume', text: t`Study again` },
  { act: 'flag', text: t`Flag` },
  { act: 'move', text: t`Move` },
  { act: 'delete', text: t`Delete` },
];

interface ToolbarProps {
  count: number;
  onAct: (act: BulkAct) => void;
}

/** Always shown, so that the rows do not move when something is selected. */
function Toolbar({ count, onAct }: ToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, p: 1 }}>
      <Typography
        role="status"
        variant="body2"
        sx={{ color: 'text.secondary', flex: { xs: '1 0 100%', sm: '1 1 auto' }, pl: 1 }}
      >
        {t`${plural(count, { one: '# card', other: '# cards' })} selected`}
      </Typography>
      {acts().map(({ act, text }) => (
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
  );
}

interface CardTableProps {
  cards: readonly Card[];
  languages: SideLanguages;
  onEdit: (card: Card) => void;
  /** Resolves once it is done; the selection ends then. */
  onAct: (act: BulkAct, ids: readonly string[]) => Promise<boolean>;
}

/** The cards of a page as rows that can be selected: one by one, all, or a range with Shift. */
export function CardTable({ cards, languages, onEdit, onAct }: CardTableProps) {
  const selection = useSelection(cards.map(({ id }) => id));
  const { selected } = selection;
  const isAll = cards.length > 0 && selected.length === cards.length;
  const run = async (act: BulkAct) => {
    if (await onAct(act, selected)) selection.clear();
  };
  return (
    <Box
      role="region"
      aria-label={t`Cards as a table`}
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: '16px', bgcolor: 'background.paper' }}
    >
      <Toolbar count={selected.length} onAct={(act) => void run(act)} />
      <Box component="table" sx={{ width: 1, borderCollapse: 'collapse', fontSize: '0.9375rem' }}>
        <thead>
          <tr>
            <Box component="th" scope="col" sx={{ width: 48 }}>
              <Checkbox
                checked={isAll}
                indeterminate={selected.length > 0 && !isAll}
                onChange={selection.toggleAll}
                slotProps={{ input: { 'aria-label': t`Select all of this page` } }}
                sx={{ p: 1.5 }}
              />
            </Box>
            <Box component="th" scope="col" sx={{ p: 1, textAlign: 'start' }}>
              {t`Question`}
            </Box>
            <Box
              component="th"
              scope="col"
              sx={{ p: 1, textAlign: 'start', display: { xs: 'none', md: 'table-cell' } }}
            >
              {t`Answer`}
            </Box>
            <Box component="th" scope="col" sx={{ p: 1, textAlign: 'start' }}>
              <Box component="span" sx={{ position: 'relative' }}>
                <Box component="span" sx={hidden}>{t`Marks`}</Box>
              </Box>
            </Box>
            <Box component="th" scope="col" sx={{ position: 'relative' }}>
              <Box component="span" sx={hidden}>{t`Edit`}</Box>
            </Box>
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <Row
              key={card.id}
              card={card}
              languages={languages}
              isSelected={selection.isSelected(card.id)}
              onToggle={(withShift) => selection.toggle(card.id, withShift)}
              onEdit={() => onEdit(card)}
            />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
