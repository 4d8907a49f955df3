import { noteKind } from '@kumbuka/contracts/kinds';
import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { textIn, type SideLanguages } from '../../format/own-text.ts';
import { SideContent, type CardFormat } from '../card/side-content.tsx';

const shownCards = 3;
const side = { overflowWrap: 'anywhere', minHeight: 24 };
const plain = { whiteSpace: 'pre-wrap' };

interface CardPreviewProps {
  fields: readonly string[];
  kind: string;
  format: CardFormat;
  languages: SideLanguages;
}

/** What will be seen of the typed card, for cards that are more than two plain sides. */
export function CardPreview({ fields, kind, format, languages }: CardPreviewProps) {
  const cards = noteKind(kind).cardsOf(fields);
  const look = { ...side, ...(format === 'PLAIN' ? plain : {}) };
  return (
    <Box component="section" aria-label={t`Preview`} sx={{ mt: 1 }}>
      <Typography variant="body2" component="h3" sx={{ color: 'text.secondary', mb: 0.75 }}>
        {t`Preview`}
      </Typography>
      {cards.slice(0, shownCards).map(({ number, front, back }) => (
        <Box
          key={number}
          data-preview
          sx={{
            p: 2,
            mb: 1,
            borderRadius: '12px',
            border: '1px solid',
            borderColor: 'divider',
            overflow: 'hidden',
          }}
        >
          <Box {...textIn(languages.front)} sx={{ ...look, fontWeight: 600 }}>
            <SideContent text={front} format={format} kind={kind} />
          </Box>
          <Box {...textIn(languages.back)} sx={{ ...look, mt: 1, color: 'text.secondary' }}>
            <SideContent text={back} format={format} kind={kind} question={front} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
