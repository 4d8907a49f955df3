import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { busyText } from './generation-rules.ts';
import type { GenerationPartsFragment } from './generation.generated.ts';
import { PairText, pairGrid, PairWell } from './pair.tsx';

function PairSkeleton({ number }: { number: number }) {
  return (
    <PairWell number={number}>
      <Skeleton variant="rounded" width="84%" height={18} />
      <Skeleton variant="rounded" width="60%" height={14} sx={{ mt: 1.25 }} />
    </PairWell>
  );
}

interface ProgressProps {
  made: number;
  asked: number;
}

/** Unknown until the first card is there. */
function Progress({ made, asked }: ProgressProps) {
  const label = made > 0 ? t`${made} of ${asked} cards` : t`Reading the text`;
  return (
    <Box sx={{ mb: 2.5 }}>
      <LinearProgress
        variant={made > 0 ? 'determinate' : 'indeterminate'}
        value={made > 0 ? Math.min(100, (made / asked) * 100) : 0}
        aria-label={t`Cards made`}
        aria-valuetext={label}
      />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
        {label}
      </Typography>
    </Box>
  );
}

interface BusyStepProps {
  generation: GenerationPartsFragment | null;
  /** Requested number of cards, shown until the server has responded. */
  count: number;
  onClose: () => void;
}

/** Room for the longer sentence after the response, so that nothing below moves. */
const linesOfSentence = { xs: '6em', sm: '3em' };

/** Focuses the sentence, because the button that was pressed is gone. Cards that arrive leave the focus there. */
const focus = (sentence: HTMLElement | null) => sentence?.focus();

/** Shows the cards that are ready, and placeholders for the others. */
export function BusyStep({ generation, count, onClose }: BusyStepProps) {
  const asked = generation?.asked ?? count;
  const cards = generation?.cards ?? [];
  const open = Math.max(0, asked - cards.length);
  return (
    <>
      <DialogContent>
        <Typography
          ref={focus}
          tabIndex={-1}
          sx={{ color: 'text.secondary', mb: 2, minHeight: linesOfSentence, borderRadius: '4px' }}
        >
          {t`${generation ? busyText(asked, generation.expectedSeconds) : t`Sending your text…`} You can close this window; your cards will still be made.`}
        </Typography>
        <Progress made={cards.length} asked={asked} />
        <Box sx={pairGrid}>
          {cards.map((card, index) => (
            <PairWell key={card.id} number={index + 1}>
              <PairText {...card} />
            </PairWell>
          ))}
          {Array.from({ length: open }, (_, index) => (
            <PairSkeleton key={`open-${index}`} number={cards.length + index + 1} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </>
  );
}
