import { plural } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { answerFace, cardShadow, ink } from '../../shared/theme/tokens.ts';
import type { StarterCardPartsFragment } from './starter-card.generated.ts';

export type StarterDeck = StarterCardPartsFragment;

interface StarterCardProps {
  starter: StarterDeck;
  picked: boolean;
  /** Whether three others are picked already; the card is then dimmed and still readable. */
  dimmed: boolean;
  onToggle: () => void;
}

function Tick({ picked }: { picked: boolean }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: 28,
        height: 28,
        borderRadius: '8px',
        display: 'grid',
        placeItems: 'center',
        border: '2px solid',
        borderColor: picked ? 'primary.main' : 'meaning.control',
        bgcolor: picked ? 'primary.main' : 'transparent',
        color: ink.onPrimary,
      }}
    >
      {picked && <CheckIcon size={18} />}
    </Box>
  );
}

/** One line, so that the titles of a row are level; a long subject ends in an ellipsis. */
const tags = {
  display: 'flex',
  gap: 0.75,
  flex: 1,
  minWidth: 0,
  '& > :last-of-type': { flexShrink: 0 },
};

/** One starter deck as a large checkbox. */
export function StarterCard({ starter, picked, dimmed, onToggle }: StarterCardProps) {
  const { title, subject, description, cardCount, language } = starter;
  return (
    <ButtonBase
      role="checkbox"
      aria-checked={picked}
      aria-disabled={dimmed}
      aria-label={`${title}, ${subject}, ${plural(cardCount, { one: '# card', other: '# cards' })}`}
      onClick={onToggle}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'stretch',
        justifyContent: 'flex-start',
        textAlign: 'left',
        font: 'inherit',
        p: 2.5,
        borderRadius: '16px',
        border: '1px solid',
        borderColor: picked ? 'meaning.link' : 'divider',
        boxShadow: picked ? 'inset 0 0 0 1px var(--k-palette-meaning-link)' : cardShadow,
        bgcolor: picked ? answerFace : 'background.paper',
        opacity: dimmed ? 0.72 : 1,
        scrollMarginTop: '84px',
        scrollMarginBottom: '7rem',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 1.5 }}>
        <Box sx={tags}>
          <Tag tone={picked ? 'accent' : 'plain'} lang={language}>
            {subject}
          </Tag>
          <Tag>{plural(cardCount, { one: '# card', other: '# cards' })}</Tag>
        </Box>
        <Tick picked={picked} />
      </Box>
      <Typography variant="h4" component="p" lang={language}>
        {title}
      </Typography>
      <Typography variant="body2" lang={language} sx={{ color: 'text.secondary', mt: 0.5 }}>
        {description}
      </Typography>
    </ButtonBase>
  );
}
