import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { shownLanguage } from '../../shared/i18n/i18n.ts';
import { FlipCard } from '../../shared/ui/card/flip-card.tsx';
import { LowerCard } from '../../shared/ui/card/lower-card.tsx';
import { SessionEdge, type Outcome } from '../../shared/ui/figures/session-edge.tsx';
import { hidden as visuallyHidden } from '../../shared/ui/hidden.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { runSampleCards } from './page/run-sample-cards.ts';

const samples = () =>
  [
    { question: t`What does “kumbuka” mean?`, answer: t`Remember. It is Swahili.` },
    {
      question: t`What strengthens a memory more: reading it again, or recalling it?`,
      answer: t`Recalling it.`,
    },
    { question: t`When is the best moment to review a card?`, answer: t`Just before you would forget it.` },
  ] as const;

const ignore = () => {};
const sample = (name: string) => ({ 'data-sample': name });

/** Cards of both sides, whose classes the script copies. */
const Looks = () => (
  <Box sx={{ display: 'none' }}>
    {[false, true].map((flipped) => (
      <div key={String(flipped)} {...sample('look')}>
        <FlipCard size="study" question="" answer="" flipped={flipped} onFlip={ignore} />
      </div>
    ))}
  </Box>
);

function Card({ index }: { index: number }) {
  const { question, answer } = samples()[index]!;
  return (
    <div {...sample('card')} hidden={index > 0}>
      <span
        hidden
        {...sample('spoken')}
        data-question={t`Question: ${question}`}
        data-answer={t`Answer: ${answer}`}
      />
      <FlipCard
        size="study"
        languages={{ front: shownLanguage(), back: shownLanguage() }}
        question={question}
        answer={answer}
        flipped={false}
        onFlip={ignore}
        groupLabel={t`Card ${index + 1} of ${samples().length}`}
        aside={<Tag>{t`${index + 1} of ${samples().length}`}</Tag>}
      />
    </div>
  );
}

function Edge({ index }: { index: number }) {
  const outcomes = samples().map((_sample, at): Outcome => (at < index ? 'right' : 'open'));
  return (
    <div {...sample('edge')} hidden={index > 0}>
      <SessionEdge outcomes={outcomes} current={index} height={8} />
    </div>
  );
}

/** Runs the script of the page also where the client shows the cards. */
function useScript() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const controller = new AbortController();
    runSampleCards(place.current, controller.signal);
    return () => controller.abort();
  }, []);
  return place;
}

/** Three cards that work like the real ones: show the answer, then take the next. `runSampleCards` changes the elements. */
export function SampleCards() {
  const indexes = [...samples().keys()];
  return (
    <Box ref={useScript()} role="region" aria-label={t`Try three cards`} data-samples>
      <Looks />
      <Box {...sample('live')} role="status" sx={visuallyHidden} />
      <Box sx={{ position: 'relative', mb: 5 }}>
        {[1, 2].map((layer) => (
          <LowerCard key={layer} layer={layer} />
        ))}
        <Box sx={{ position: 'relative', zIndex: 1 }}>
          {indexes.map((index) => (
            <Card key={index} index={index} />
          ))}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          {...sample('flip')}
          data-question={t`Show Question`}
          variant="outlined"
          size="large"
          sx={{ flex: 1 }}
        >
          {t`Show Answer`}
        </Button>
        <Button
          {...sample('next')}
          hidden
          data-further={t`Next card`}
          data-again={t`Start again`}
          variant="soft"
          size="large"
          sx={{ flex: 1, '&[hidden]': { display: 'none' } }}
        >
          {t`Next card`}
        </Button>
      </Box>
      <Box sx={{ width: 120, mx: 'auto', mt: 2 }}>
        {indexes.map((index) => (
          <Edge key={index} index={index} />
        ))}
      </Box>
    </Box>
  );
}
