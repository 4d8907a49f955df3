import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createPortal } from 'react-dom';
import { ownText } from '../../../shared/format/own-text.ts';
import { SideContent, type CardFormat } from '../../../shared/ui/card/side-content.tsx';
import { printed } from '../../../shared/theme/tokens.ts';

/** Two columns to read and cover, or cards that are cut out and folded. */
export type PrintLayout = 'columns' | 'cards';

export interface PrintedCard {
  id: string;
  frontText: string;
  backText: string;
  format: CardFormat;
  kind: string;
}

/** On paper there is nothing but the list: no bar, no buttons, and black on white in every theme. */
const paper = {
  '@page': { margin: '14mm' },
  '@media print': {
    'body > :not([data-printed])': { display: 'none !important' },
    'html, body': { background: `${printed.sheet} !important`, colorScheme: 'light' },
  },
};

const side = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' };
const look = (format: CardFormat) => (format === 'RICH' ? { whiteSpace: 'normal' } : {});
const Front = ({ frontText, ...card }: PrintedCard) => <SideContent {...card} text={frontText} />;
const Back = ({ frontText, backText, ...card }: PrintedCard) => (
  <SideContent {...card} text={backText} question={frontText} />
);

const line = `1px solid ${printed.line}`;

function Columns({ cards }: { cards: readonly PrintedCard[] }) {
  return (
    <Box
      component="table"
      sx={{
        width: 1,
        tableLayout: 'fixed',
        borderCollapse: 'collapse',
        '& th, & td': { border: line, p: '2mm 3mm', textAlign: 'start', verticalAlign: 'top', ...side },
        '& tr': { breakInside: 'avoid' },
      }}
    >
      <thead>
        <tr>
          <th>{t`Question`}</th>
          <th>{t`Answer`}</th>
        </tr>
      </thead>
      <tbody>
        {cards.map((card) => (
          <Box component="tr" key={card.id} sx={{ '& > td': look(card.format) }}>
            <td {...ownText}>
              <Front {...card} />
            </td>
            <td {...ownText}>
              <Back {...card} />
            </td>
          </Box>
        ))}
      </tbody>
    </Box>
  );
}

/** Question and answer stand beside each other, so that a folded card has one on each side. */
function CutOut(card: PrintedCard) {
  const half = {
    display: 'grid',
    placeItems: 'center',
    textAlign: 'center',
    minHeight: '48mm',
    p: '4mm',
    ...side,
    ...look(card.format),
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr 1fr',
        border: `1px dashed ${printed.line}`,
        mb: '4mm',
        breakInside: 'avoid',
      }}
    >
      <Box {...ownText} sx={{ ...half, borderRight: `1px dotted ${printed.line}` }}>
        <Front {...card} />
      </Box>
      <Box {...ownText} sx={half}>
        <Back {...card} />
      </Box>
    </Box>
  );
}

interface PrintedCardsProps {
  title: string;
  cards: readonly PrintedCard[];
  layout: PrintLayout;
}

/** Cards of a deck as they are printed. The screen does not show them. */
export function PrintedCards({ title, cards, layout }: PrintedCardsProps) {
  return createPortal(
    <Box
      data-printed
      sx={{ display: 'none', displayPrint: 'block', color: printed.ink, fontSize: '11pt', lineHeight: 1.4 }}
    >
      <GlobalStyles styles={paper} />
      <Box component="h1" {...ownText} sx={{ fontSize: '16pt', m: '0 0 5mm' }}>
        {title}
      </Box>
      {layout === 'columns' ? (
        <Columns cards={cards} />
      ) : (
        cards.map((card) => <CutOut key={card.id} {...card} />)
      )}
    </Box>,
    document.body,
  );
}
