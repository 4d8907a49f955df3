import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { shownLanguage } from '../../shared/i18n/i18n.ts';
import { useAnnounce } from '../../shared/ui/states/announcer.tsx';
import { FlipCard } from '../../shared/ui/card/flip-card.tsx';
import { LowerCard } from '../../shared/ui/card/lower-card.tsx';
import { SessionEdge, type Outcome } from '../../shared/ui/figures/session-edge.tsx';
import { Tag } from '../../shared/ui/tag.tsx';

const samples = () =>
  [
    { question: t`What does “kumbuka” mean?`, answer: t`Remember. It is Swahili.` },
    {
      question: t`What strengthens a memory more: reading it again, or recalling it?`,
      answer: t`Recalling it.`,
    },
    { question: t`When is the best moment to review a card?`, answer: t`Just before you would forget it.` },
  ] as const;

/** Three cards that work like the real ones: show the answer, then take the next. */
export function SampleCards() {
  const [current, setCurrent] = useState(0);
  const [flipped, setFlipped] = useState(false);
  const sample = samples()[current]!;
  const isLast = current === samples().length - 1;
  const announce = useAnnounce();
  const flip = () => {
    setFlipped(!flipped);
    announce(flipped ? t`Question: ${sample.question}` : t`Answer: ${sample.answer}`);
  };
  const next = () => {
    setFlipped(false);
    setCurrent(isLast ? 0 : current + 1);
  };
  const outcomes = samples().map((_sample, index): Outcome => (index < current ? 'right' : 'open'));
  return (
    <Box role="region" aria-label={t`Try three cards`}>
      <Box sx={{ position: 'relative', mb: 5 }}>
        {[1, 2].map((layer) => (
          <LowerCard key={layer} layer={layer} />
        ))}
        <Box sx={{ position: 'relative', zIndex: 1 }}>
          <FlipCard
            key={current}
            size="study"
            languages={{ front: shownLanguage(), back: shownLanguage() }}
            question={sample.question}
            answer={sample.answer}
            flipped={flipped}
            onFlip={flip}
            groupLabel={t`Card ${current + 1} of ${samples().length}`}
            aside={<Tag>{t`${current + 1} of ${samples().length}`}</Tag>}
          />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="large" sx={{ flex: 1 }} onClick={flip}>
          {flipped ? t`Show Question` : t`Show Answer`}
        </Button>
        {flipped && (
          <Button variant="soft" size="large" sx={{ flex: 1 }} onClick={next}>
            {isLast ? t`Start again` : t`Next card`}
          </Button>
        )}
      </Box>
      <Box sx={{ width: 120, mx: 'auto', mt: 2 }}>
        <SessionEdge outcomes={outcomes} current={current} height={8} />
      </Box>
    </Box>
  );
}
