import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';
import { noLanguages, textIn, type SideLanguages } from '../../format/own-text.ts';
import { answerFace, cardShadow, motion, radius, tint } from '../../theme/tokens.ts';
import { isCode, readsFromStart, textSize, type TextSize } from './card-text.ts';
import { SideContent, type CardFormat, type SideProps } from './side-content.tsx';
import { useCardClick } from './use-card-click.ts';
import { useMoreBelow } from './use-more-below.ts';

type CardSize = 'study' | 'grid';

export interface FlipCardProps {
  question: string;
  answer: string;
  flipped: boolean;
  onFlip: () => void;
  /** 'study' is the large card of a session, 'grid' the small one of a deck page. */
  size?: CardSize;
  /** Cuts a long text off after a few lines. */
  clamped?: boolean;
  aside?: ReactNode;
  /** Tags in a row of their own. The row keeps its height when it is empty, so that a new tag moves nothing. */
  marks?: ReactNode;
  footer?: ReactNode;
  /** The grouping element of the card, focused after a reveal. */
  groupRef?: Ref<HTMLDivElement>;
  groupLabel?: string;
  format?: CardFormat;
  /** Kind of the card's note. */
  kind?: string;
  languages?: SideLanguages;
  /** Shown below the text of the question. */
  belowQuestion?: ReactNode;
  /** Shown above and below the text of the answer. */
  aboveAnswer?: ReactNode;
  belowAnswer?: ReactNode;
}

const still = '@media (prefers-reduced-motion: reduce)';
const clampedLines = 5;

const studyType: Record<TextSize, object> = {
  short: {
    fontSize: { xs: 'clamp(1.375rem, 7vw, 1.75rem)', sm: '1.75rem' },
    lineHeight: 1.35,
    letterSpacing: '-0.015em',
  },
  medium: { fontSize: { xs: '1.125rem', sm: '1.25rem' }, lineHeight: 1.5, letterSpacing: '-0.005em' },
  long: { fontSize: { xs: '1rem', sm: '1.0625rem' }, lineHeight: 1.6 },
};
const gridType = { fontSize: '1.0625rem', lineHeight: 1.45 };
const middle = { textAlign: 'center', textWrap: 'balance', maxWidth: '38ch' };
const code = {
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontWeight: 400,
  letterSpacing: 0,
  fontSize: { xs: '0.9375rem', sm: '1rem' },
};
/** A text that is longer than the card fades out at its edge; when scrolled to its end, the last line is above the fade. */
const scrolling = {
  mx: -1,
  px: 1,
  py: 1.5,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  maskImage: 'linear-gradient(transparent, black 12px calc(100% - 12px), transparent)',
};
const clamp = {
  display: '-webkit-box',
  WebkitLineClamp: clampedLines,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
};

interface SideTextProps extends SideProps {
  language: string | null;
  size: CardSize;
  weight: number;
  clamped: boolean;
}

/** White space is kept, because code and lists are made of it; each paragraph runs in the direction of its own script. */
function SideText({ language, size, weight, clamped, ...side }: SideTextProps) {
  const { text, format } = side;
  const isRich = format === 'RICH';
  const large = size === 'study';
  return (
    <Typography
      component="div"
      {...textIn(language)}
      data-card-text
      sx={{
        my: 'auto',
        mx: large && !readsFromStart(text) ? 'auto' : 0,
        fontWeight: large && textSize(text) === 'long' ? 400 : weight,
        whiteSpace: isRich ? 'normal' : 'pre-wrap',
        ...(isRich ? {} : { unicodeBidi: 'plaintext' }),
        overflowWrap: 'anywhere',
        ...(large ? studyType[textSize(text)] : gridType),
        ...(large && !readsFromStart(text) ? middle : { textAlign: 'start' }),
        ...(!isRich && isCode(text) ? code : {}),
        ...(clamped ? clamp : {}),
      }}
    >
      <SideContent {...side} />
    </Typography>
  );
}

interface FaceProps extends SideProps {
  side: 'Question' | 'Answer';
  language: string | null;
  shown: boolean;
  size: CardSize;
  clamped: boolean;
  aside: ReactNode;
  marks: ReactNode;
  footer: ReactNode;
  above?: ReactNode;
  below?: ReactNode;
}

/** Tags wrap into further lines instead of shrinking below their text. */
const marksRow = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 26,
  mt: 0.5,
};

/** A small card has the height of its visible side; the sides of a large one share the height, so a flip moves nothing. */
const placeOf = (size: CardSize, shown: boolean) =>
  size === 'grid' && !shown
    ? { position: 'absolute', inset: 0, overflow: 'hidden' }
    : { position: 'relative', gridArea: '1 / 1' };

/** Lies on the faded end of the text, so that nothing moves when it comes and goes. */
const moreBelow = {
  height: 0,
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'end',
  fontSize: '0.8125rem',
  color: 'meaning.link',
  pointerEvents: 'none',
  lineHeight: '20px',
} as const;

function Face({ side, shown, size, clamped, aside, marks, footer, above, below, ...text }: FaceProps) {
  const back = side === 'Answer';
  const large = size === 'study';
  const { scroller, hasMore } = useMoreBelow(large && shown);
  return (
    <Box
      inert={!shown}
      sx={{
        ...placeOf(size, shown),
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        minHeight: 0,
        p: large ? { xs: 2.5, sm: 4 } : 2.5,
        borderRadius: `${radius.card}px`,
        border: '1px solid',
        borderColor: back ? tint.answerLine : 'divider',
        bgcolor: back ? answerFace : 'background.paper',
        boxShadow: cardShadow,
        backfaceVisibility: 'hidden',
        transform: back ? 'rotateY(180deg)' : 'none',
        [still]: { transform: 'none', opacity: shown ? 1 : 0, transition: `opacity ${motion.quick}` },
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 28 }}
      >
        <Typography
          variant="h6"
          component="p"
          sx={{ flexShrink: 0, color: back ? 'meaning.link' : 'meaning.muted' }}
        >
          {back ? t`Answer` : t`Question`}
        </Typography>
        {aside}
      </Box>
      {marks !== undefined && <Box sx={marksRow}>{marks}</Box>}
      <Box
        ref={scroller}
        data-scrolls={shown}
        sx={{
          flex: '1 1 auto',
          display: 'flex',
          flexDirection: 'column',
          // At least two lines of the text, however large the letters of the rest are.
          minHeight: large ? '4rem' : 0,
          my: large ? 0.5 : 1.5,
          ...(large && scrolling),
        }}
      >
        {above}
        <SideText {...text} size={size} weight={back ? 500 : 600} clamped={clamped} />
        {below}
      </Box>
      {hasMore && (
        <Box aria-hidden sx={moreBelow}>
          {t`More below`} ↓
        </Box>
      )}
      {footer}
    </Box>
  );
}

/** Two names for one animation: a change of name starts it again, so the ring is away for the length of each flip. */
const ring = (flipped: boolean) => {
  const name = flipped ? 'ring-answer' : 'ring-question';
  return {
    [`@keyframes ${name}`]: { '0%, 99%': { outlineColor: 'transparent' } },
    animation: `${name} ${motion.flip}`,
    // Nothing turns, so the ring has nothing to wait for.
    [still]: { animation: 'none' },
  };
};

/** A card of two faces. The hidden one is inert. A large card is no higher than its place, and a long text scrolls in it. */
export function FlipCard({
  question,
  answer,
  flipped,
  onFlip,
  size = 'grid',
  clamped = false,
  aside,
  marks,
  footer,
  groupRef,
  groupLabel,
  format = 'PLAIN',
  kind = 'basic',
  languages = noLanguages,
  belowQuestion,
  aboveAnswer,
  belowAnswer,
}: FlipCardProps) {
  const large = size === 'study';
  const face = { size, clamped, aside, marks, footer, format, kind };
  const click = useCardClick(flipped, onFlip);
  return (
    <Box
      ref={groupRef}
      role="group"
      aria-label={groupLabel}
      tabIndex={-1}
      {...click}
      sx={{
        perspective: 1600,
        cursor: 'pointer',
        ...(large ? { height: '100%' } : { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }),
        borderRadius: `${radius.card}px`,
        '&:focus-visible': ring(flipped),
      }}
    >
      <Box
        sx={{
          position: 'relative',
          display: 'grid',
          gridTemplateRows: 'minmax(0, 1fr)',
          gridTemplateColumns: 'minmax(0, 1fr)',
          height: large ? '100%' : 'auto',
          minHeight: large ? { xs: '15rem', md: '23.75rem' } : 208,
          transformStyle: 'preserve-3d',
          transition: `transform ${motion.flip} ${motion.out}`,
          transform: flipped ? 'rotateY(180deg)' : 'none',
          [still]: { transform: 'none', transition: 'none' },
        }}
      >
        <Face
          side="Question"
          text={question}
          language={languages.front}
          shown={!flipped}
          below={belowQuestion}
          {...face}
        />
        <Face
          side="Answer"
          text={answer}
          question={question}
          language={languages.back}
          shown={flipped}
          above={aboveAnswer}
          below={belowAnswer}
          {...face}
        />
      </Box>
    </Box>
  );
}
