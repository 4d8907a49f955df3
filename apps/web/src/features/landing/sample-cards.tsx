import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { readToken } from '../../shared/auth/token.ts';
import { textIn } from '../../shared/format/own-text.ts';
import { usePageScript } from '../../shared/hooks/use-page-script.ts';
import { shownLanguage } from '../../shared/i18n/i18n.ts';
import { tint } from '../../shared/theme/tokens.ts';
import { FlipCard } from '../../shared/ui/card/flip-card.tsx';
import { LowerCard } from '../../shared/ui/card/lower-card.tsx';
import { SessionEdge, type Outcome } from '../../shared/ui/figures/session-edge.tsx';
import { hidden as visuallyHidden } from '../../shared/ui/hidden.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { gap, runSampleCards } from './page/run-sample-cards.ts';
import { cardLanguage, samplesFor, type StarterSample } from './starter-samples.ts';

const ignore = () => {};
const sample = (name: string) => ({ 'data-sample': name });
const noDisplay = { '&[hidden]': { display: 'none' } };
/** Buttons of one line. Their styles are here, because each style of a button alone adds 1 kB to the page. */
const buttons = { display: 'flex', flexWrap: 'wrap', gap: 1, '& > *': { flex: 1 }, ...noDisplay };
const mark = (colour: 'good' | 'poor') => ({
  color: `meaning.${colour}`,
  borderColor: tint[`${colour}Line`],
  bgcolor: tint[colour],
});
const marks = { ...buttons, '& > :first-of-type': mark('poor'), '& > :last-of-type': mark('good') };

/** Looks of the edge: the tick of the current card, and one of each outcome. */
const edgeLooks: readonly Outcome[] = ['open', 'open', 'right', 'wrong'];

/** Elements in each of their states, whose classes the script copies. */
const Looks = () => (
  <Box sx={{ display: 'none' }}>
    {[false, true].map((flipped) => (
      <div key={String(flipped)} {...sample('look')}>
        <FlipCard size="study" question="" answer="" flipped={flipped} onFlip={ignore} />
      </div>
    ))}
    <div {...sample('edge-looks')}>
      <SessionEdge outcomes={edgeLooks} current={0} height={8} />
    </div>
  </Box>
);

/** Language of a deck's texts on this page; `undefined` where it is the page's own. */
const otherLanguage = ({ isKiswahili }: StarterSample) =>
  isKiswahili && shownLanguage() === 'en' ? 'sw' : undefined;

const subjectButton = {
  minHeight: 44,
  px: 1.25,
  borderRadius: '999px',
  border: '1px solid',
  borderColor: 'meaning.control',
  font: 'inherit',
  fontWeight: 600,
  '&[aria-pressed=true]': { bgcolor: tint.soft, borderColor: 'meaning.link' },
};

function Subjects({ decks }: { decks: readonly StarterSample[] }) {
  return (
    <Box role="group" aria-label={t`Subjects`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      {decks.map((deck, index) => (
        <ButtonBase
          {...sample('subject')}
          key={deck.catalogId}
          aria-pressed={index === 0}
          lang={otherLanguage(deck)}
          sx={subjectButton}
        >
          {deck.subject[shownLanguage()]}
        </ButtonBase>
      ))}
    </Box>
  );
}

interface CardProps {
  deck: StarterSample;
  index: number;
  isShown: boolean;
}

function Card({ deck, index, isShown }: CardProps) {
  const { cards } = deck;
  const { question, answer } = cards[index]!;
  const language = cardLanguage(deck);
  return (
    <div {...sample('card')} hidden={!isShown}>
      <FlipCard
        size="study"
        languages={{ front: language, back: language }}
        question={question}
        answer={answer}
        flipped={false}
        onFlip={ignore}
        groupLabel={t`Card ${index + 1} of ${cards.length}`}
        aside={<Tag>{t`${index + 1} of ${cards.length}`}</Tag>}
      />
    </div>
  );
}

/** What a visitor may keep after the last card. */
function Offer({ deck }: { deck: StarterSample }) {
  return (
    <Box {...sample('offer')} hidden sx={{ mb: 2, ...noDisplay }}>
      <Typography {...textIn(otherLanguage(deck) ?? shownLanguage())} sx={{ fontWeight: 600 }}>
        {deck.title[shownLanguage()]}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        {t`Keep its ${deck.cardCount} cards and your answers. It is free.`}
      </Typography>
    </Box>
  );
}

function Actions() {
  return (
    <>
      <Box {...sample('on-question')} sx={buttons}>
        <Button {...sample('flip')} variant="outlined" size="large">
          {t`Show Answer`}
        </Button>
      </Box>
      <Box {...sample('on-answer')} hidden sx={marks}>
        <Button {...sample('wrong')} variant="outlined" size="large">
          {t`Incorrect`}
        </Button>
        <Button {...sample('right')} variant="outlined" size="large">
          {t`Correct`}
        </Button>
      </Box>
    </>
  );
}

/** Five cards of a starter deck that work like the real ones, without an account. `runSampleCards` changes the elements. */
export function SampleCards() {
  const decks = samplesFor(shownLanguage());
  const first = decks[0]!;
  const isLearner = readToken() !== null;
  return (
    <Box ref={usePageScript(runSampleCards)} role="region" aria-label={t`Try five cards`} data-samples>
      <Looks />
      <Box
        {...sample('live')}
        role="status"
        data-question={t`Question: ${gap}`}
        data-answer={t`Answer: ${gap}`}
        data-score={t`${gap} of ${first.cards.length} right`}
        sx={visuallyHidden}
      />
      <Subjects decks={decks} />
      <Box {...sample('cards')} sx={{ position: 'relative', mb: 5, ...noDisplay }}>
        {[1, 2].map((layer) => (
          <LowerCard key={layer} layer={layer} />
        ))}
        <Box sx={{ position: 'relative', zIndex: 1 }}>
          {decks.map((deck) => (
            <div key={deck.catalogId} {...sample('deck')} data-catalog-id={deck.catalogId}>
              {deck.cards.map((_card, index) => (
                <Card key={index} deck={deck} index={index} isShown={deck === first && index === 0} />
              ))}
            </div>
          ))}
        </Box>
      </Box>
      <Actions />
      <Box {...sample('result')} hidden sx={noDisplay}>
        <Typography {...sample('score')} variant="h2" component="p" sx={{ mb: 1 }} />
        {!isLearner && decks.map((deck) => <Offer key={deck.catalogId} deck={deck} />)}
        <Box sx={buttons}>
          {!isLearner && (
            <Button {...sample('keep')} href="/signup" variant="contained" size="large">
              {t`Keep these five`}
            </Button>
          )}
          <Button {...sample('again')} variant="outlined" size="large">
            {t`Start again`}
          </Button>
        </Box>
      </Box>
      <Box {...sample('edge')} sx={{ width: 120, mx: 'auto', mt: 2 }}>
        <SessionEdge outcomes={first.cards.map((): Outcome => 'open')} current={0} height={8} />
      </Box>
    </Box>
  );
}
