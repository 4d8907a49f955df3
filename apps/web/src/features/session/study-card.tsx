import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import { ownText } from '../../shared/lib/own-text.ts';
import { FlagMark } from '../../shared/ui/card/flag-mark.tsx';
import { FlipCard } from '../../shared/ui/card/flip-card.tsx';
import { CheckIcon, CloseIcon } from '../../shared/ui/icons.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { CardMenu } from '../../shared/ui/card/card-menu.tsx';
import { cardActions, type CardAct } from './card-actions.tsx';
import { swipeMark, useSwipe } from './use-swipe.ts';
import {
  canAnswer,
  countersOf,
  currentAnswer,
  type CardAnswer,
  type SessionState,
  type StudyCard,
} from './session-state.ts';

interface CardCornerProps {
  card: StudyCard;
  answer: CardAnswer | undefined;
  onAct: (act: CardAct) => void;
}

function CardCorner({ card, answer, onAct }: CardCornerProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
      {card.deckTitle && (
        <Typography variant="body2" noWrap {...ownText} sx={{ color: 'text.secondary' }}>
          {card.deckTitle}
        </Typography>
      )}
      {card.schedule?.isLearned && <Tag tone="good">{t`Mastered`}</Tag>}
      {answer && (
        <Tag tone={answer.wasCorrect ? 'good' : 'poor'}>
          {answer.wasCorrect ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
          {answer.wasCorrect ? t`Correct` : t`Incorrect`}
        </Tag>
      )}
      {card.isFlagged && <FlagMark />}
      <Box component="span" sx={{ my: -1, mr: -1.25 }}>
        <CardMenu actions={cardActions(card.isFlagged, onAct)} iconSize={18} />
      </Box>
    </Box>
  );
}

function CardFooter({
  card,
  answer,
  line,
}: {
  card: StudyCard;
  answer: CardAnswer | undefined;
  line: string;
}) {
  const { studyCount, correctAttempts, incorrectAttempts } = countersOf(card, answer);
  return (
    <Box sx={{ textAlign: 'center', fontSize: '0.875rem' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: 21, mb: 1 }}>
        {line}
      </Typography>
      {card.schedule && (
        <Box sx={{ display: 'flex', justifyContent: 'center', flexWrap: 'wrap', columnGap: 2 }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t`Studied ${studyCount}`}
          </Box>
          <Box component="span" sx={{ color: 'meaning.good' }}>
            {t`Correct ${correctAttempts}`}
          </Box>
          <Box component="span" sx={{ color: 'meaning.poor' }}>
            {t`Incorrect ${incorrectAttempts}`}
          </Box>
        </Box>
      )}
    </Box>
  );
}

/** The edges of the cards still below, drawn behind the card. */
function Stack({ left }: { left: number }) {
  return (
    <>
      {[1, 2].map(
        (layer) =>
          left > layer && (
            <Box
              key={layer}
              aria-hidden
              sx={{
                position: 'absolute',
                zIndex: 0,
                insetInline: layer * 13,
                bottom: layer * -9,
                height: 40,
                borderRadius: '16px',
                border: '1px solid',
                borderColor: 'divider',
                bgcolor: 'background.paper',
                opacity: 1 - layer * 0.25,
              }}
            />
          ),
      )}
    </>
  );
}

interface CurrentCardProps {
  state: SessionState;
  card: StudyCard;
  /** Why the card is shown, or what became of its answer. */
  line: string;
  groupRef: Ref<HTMLDivElement>;
  onFlip: () => void;
  /** True for a swipe to the right. */
  onSwipe: (wasCorrect: boolean) => void;
  onAct: (act: CardAct) => void;
}

/** The card of the moment on the stack of those that follow. */
export function CurrentCard({ state, card, line, groupRef, onFlip, onSwipe, onAct }: CurrentCardProps) {
  const answer = currentAnswer(state);
  const swipe = useSwipe(canAnswer(state), onSwipe);
  return (
    <Box
      sx={{
        position: 'relative',
        flex: { xs: '1 1 0', md: '0 1 auto' },
        minHeight: { xs: '15rem', md: 0 },
        display: 'grid',
        gridTemplateRows: 'minmax(0, 1fr)',
        gridTemplateColumns: 'minmax(0, 1fr)',
        mb: { xs: 4, sm: 5 },
      }}
    >
      <Stack left={state.total - state.current} />
      <Box
        {...swipe}
        sx={{
          position: 'relative',
          zIndex: 1,
          minWidth: 0,
          minHeight: 0,
          // The card scrolls and zooms; what goes sideways is a swipe.
          '&, & *': { touchAction: 'pan-y pinch-zoom' },
          ...swipeMark,
        }}
      >
        <FlipCard
          key={`${state.sessionId}:${card.id}`}
          size="study"
          question={card.question}
          answer={card.answer}
          flipped={state.answerShown}
          onFlip={onFlip}
          groupRef={groupRef}
          groupLabel={t`Card ${state.current + 1} of ${state.total}`}
          aside={<CardCorner card={card} answer={answer} onAct={onAct} />}
          footer={<CardFooter card={card} answer={answer} line={line} />}
        />
      </Box>
    </Box>
  );
}
