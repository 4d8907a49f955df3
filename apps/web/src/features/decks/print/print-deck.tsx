import { t } from '@lingui/core/macro';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { PrinterIcon } from '../../../shared/ui/icons.tsx';
import { PrintedCards, type PrintedCard, type PrintLayout } from './printed-cards.tsx';
import { usePrinting } from './use-printing.ts';

interface PrintDeckProps {
  deckId: string;
  title: string;
  /** The shown cards, which the browser's menu prints. */
  cards: readonly PrintedCard[];
}

/** Prints a deck without the frame of its page: as two columns, or as cards to cut out. */
export function PrintDeck({ deckId, title, cards }: PrintDeckProps) {
  const { printout, print } = usePrinting(deckId, cards);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (layout: PrintLayout) => () => {
    setAnchor(null);
    void print(layout);
  };
  return (
    <>
      <IconButton
        aria-label={t`Print`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <PrinterIcon />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose('columns')}>{t`Two columns`}</MenuItem>
        <MenuItem onClick={choose('cards')}>{t`Cards to cut out`}</MenuItem>
      </Menu>
      {printout && <PrintedCards title={title} layout={printout.layout} cards={printout.cards} />}
    </>
  );
}
