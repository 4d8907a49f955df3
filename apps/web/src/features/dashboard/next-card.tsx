import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { wordsOf } from '../../shared/format/words-of.ts';
import { ownText } from '../../shared/format/own-text.ts';
import type { NextCardPartsFragment } from './next-card.generated.ts';

export interface NextCard {
  id: string;
  question: string;
  deckTitle: string | null;
  /** The learner's median time of an answer. */
  secondsPerAnswer: number;
}

/** Card that a session over all decks begins with; null when there is none, or it was deleted meanwhile. */
export function nextCardOf(queue: NextCardPartsFragment | null): NextCard | null {
  const item = queue?.items[0];
  if (!queue || !item?.flashcard) return null;
  const { secondsPerAnswer } = queue;
  const deckTitle = item.deck?.title ?? null;
  const { frontText, format } = item.flashcard;
  return { id: item.flashcardId, question: wordsOf(frontText, format), deckTitle, secondsPerAnswer };
}

const shownLines = 4;

/** Question of the next card, so that a day begins with a question and not with numbers. */
export function NextQuestion({ card }: { card: NextCard }) {
  return (
    <Box
      role="group"
      aria-label={t`Next card`}
      sx={{
        mt: 2,
        p: { xs: 2, sm: 2.5 },
        borderRadius: '12px',
        bgcolor: 'surface.sunken',
        minWidth: 0,
        // Takes the height that the panels beside give it.
        flex: 1,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
      }}
    >
      {card.deckTitle !== null && (
        <Typography variant="body2" noWrap {...ownText} sx={{ color: 'text.secondary' }}>
          {card.deckTitle}
        </Typography>
      )}
      <Typography
        {...ownText}
        sx={{
          mt: 0.5,
          fontSize: { xs: '1.125rem', sm: '1.375rem' },
          fontWeight: 600,
          lineHeight: 1.4,
          whiteSpace: 'pre-line',
          overflowWrap: 'anywhere',
          display: '-webkit-box',
          WebkitLineClamp: shownLines,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
        }}
      >
        {card.question}
      </Typography>
    </Box>
  );
}
