import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode, Ref } from 'react';

import { answerFace, cardShadow, motion, radius, tint } from '../theme/tokens.ts';

interface FlipCardProps {
  question: ReactNode;
  answer: ReactNode;
  flipped: boolean;
  onFlip: () => void;
  /** 'study' is the large card of a session, 'grid' the small one of a deck page. */
  size?: 'study' | 'grid';
  aside?: ReactNode;
  footer?: ReactNode;
  /** The grouping element of the card, focused after a reveal. */
  groupRef?: Ref<HTMLDivElement>;
  groupLabel?: string;
}

const still = '@media (prefers-reduced-motion: reduce)';

function Face({
  side,
  shown,
  size,
  aside,
  footer,
  children,
}: {
  side: 'Question' | 'Answer';
  shown: boolean;
  size: 'study' | 'grid';
  aside: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}) {
  const back = side === 'Answer';
  const large = size === 'study';
  return (
    <Box
      inert={!shown}
      sx={{
        gridArea: '1 / 1',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
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
        <Typography variant="h6" component="p" sx={{ color: back ? 'meaning.link' : 'meaning.muted' }}>
          {side}
        </Typography>
        {aside}
      </Box>
      <Box
        sx={{
          flex: 1,
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'center',
          py: large ? 3 : 1.5,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
        }}
      >
        <Typography
          component="div"
          sx={
            large
              ? {
                  fontSize: { xs: '1.375rem', sm: '1.75rem' },
                  lineHeight: 1.35,
                  fontWeight: back ? 500 : 600,
                  letterSpacing: '-0.015em',
                  textAlign: 'center',
                  textWrap: 'balance',
                  maxWidth: '30ch',
                  mx: 'auto',
                }
              : { fontSize: '1.0625rem', lineHeight: 1.45, fontWeight: back ? 500 : 600 }
          }
        >
          {children}
        </Typography>
      </Box>
      {footer}
    </Box>
  );
}

/** Both faces share one grid cell, so a flip never moves the page. The hidden face is inert. */
export function FlipCard({
  question,
  answer,
  flipped,
  onFlip,
  size = 'grid',
  aside,
  footer,
  groupRef,
  groupLabel,
}: FlipCardProps) {
  const large = size === 'study';
  return (
    <Box
      ref={groupRef}
      role="group"
      aria-label={groupLabel}
      tabIndex={-1}
      onClick={onFlip}
      sx={{ perspective: 1600, cursor: 'pointer', height: '100%', borderRadius: `${radius.card}px` }}
    >
      <Box
        sx={{
          display: 'grid',
          height: '100%',
          minHeight: large ? { xs: 320, sm: 380 } : 208,
          transformStyle: 'preserve-3d',
          transition: `transform ${motion.flip} ${motion.out}`,
          transform: flipped ? 'rotateY(180deg)' : 'none',
          [still]: { transform: 'none', transition: 'none' },
        }}
      >
        <Face side="Question" shown={!flipped} size={size} aside={aside} footer={footer}>
          {question}
        </Face>
        <Face side="Answer" shown={flipped} size={size} aside={aside} footer={footer}>
          {answer}
        </Face>
      </Box>
    </Box>
  );
}
