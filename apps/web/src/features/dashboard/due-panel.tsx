import { plural, t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { shownAnswer } from '../../shared/study/shown-answer.ts';
import { ownText } from '../../shared/format/own-text.ts';
import { countsOf } from '../../shared/decks/deck-memory.ts';
import { dueText, finishedText } from '../../shared/study/due-text.ts';
import { useDueLearner } from '../../shared/study/use-due-learner.ts';
import { MemoryEdge } from '../../shared/ui/card/memory-edge.tsx';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { NextQuestion, type NextCard } from './next-card.tsx';
import type { DuePanelPartsFragment, DueRowPartsFragment } from './due-panel.generated.ts';
import type { RecentDecksPartsFragment } from './recent-decks.generated.ts';

type Decks = RecentDecksPartsFragment['items'];

function DueRow({ dueDeck }: { dueDeck: DueRowPartsFragment }) {
  const { deck, dueCount, deckId } = dueDeck;
  if (!deck) return <></>;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        borderTop: '1px solid',
        borderColor: 'divider',
        height: 52,
      }}
    >
      <Typography
        component={Link}
        to={`/study/${deckId}`}
        {...ownText}
        noWrap
        sx={{
          flex: 1,
          minWidth: 0,
          fontWeight: 600,
          fontSize: '0.9375rem',
          lineHeight: '44px',
          color: 'text.primary',
          textDecoration: 'none',
          '&:hover': { textDecoration: 'underline' },
        }}
      >
        {deck.title}
      </Typography>
      <Box sx={{ width: 72 }}>
        {deck.progress && (
          <MemoryEdge ticks={deck.progress.memory} counts={countsOf(deck)} height={24} max={10} />
        )}
      </Box>
      <Typography
        variant="body2"
        noWrap
        sx={{ color: 'meaning.streak', fontWeight: 600, minWidth: 56, textAlign: 'right' }}
      >
        {t`${dueCount} due`}
      </Typography>
    </Box>
  );
}

const studyButton = { variant: 'contained', size: 'large', sx: { width: { xs: 1, sm: 'auto' } } } as const;

/** Links for a day without due and new cards. */
function NextSteps({ decks }: { decks: Decks }) {
  const [latest] = decks;
  const studied = decks.find(({ cardCount }) => cardCount > 0);
  const add = { component: Link, to: latest ? `/mydecks/${latest.id}` : '/mydecks' };
  return (
    <>
      {studied ? (
        <>
          <Button
            {...studyButton}
            component={Link}
            to={`/study/${studied.id}`}
            aria-label={t`Study ahead: ${studied.title}`}
          >
            {t`Study ahead`}
          </Button>
          <Button {...add} variant="text">
            {t`Add cards`}
          </Button>
        </>
      ) : (
        <Button {...studyButton} {...add}>
          {t`Add cards`}
        </Button>
      )}
      <Button component={Link} to="/mydecks" variant="text">
        {t`New deck`}
      </Button>
    </>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Card component="section" aria-label={t`Due today`} sx={{ p: 3 }}>
      <Typography variant="h2">{t`Your due cards`}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t`Due cards could not be loaded. Your decks and answers are safe.`}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2, ml: '-1px' }}>
        <Button variant="outlined" onClick={onRetry}>
          {t`Try again`}
        </Button>
        <Button component={Link} to="/mydecks" variant="text">
          {t`Go to My Decks`}
        </Button>
      </Box>
    </Card>
  );
}

function Title({ isFinished, children }: { isFinished: boolean; children: string }) {
  return (
    <Typography
      variant="h2"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: { xs: '1.5rem', sm: '1.75rem' } }}
    >
      {isFinished && (
        <Box component="span" aria-hidden sx={{ display: 'inline-flex', color: 'meaning.good' }}>
          <CheckIcon />
        </Box>
      )}
      {children}
    </Typography>
  );
}

/** The decks with the most due cards, and how many others there are. */
function DueDecks({ dueDecks, dueDeckCount }: Pick<DuePanelPartsFragment, 'dueDecks' | 'dueDeckCount'>) {
  const further = dueDeckCount - dueDecks.length;
  return (
    <>
      <Box
        component="ul"
        sx={{
          // A narrow screen has the decks and their due cards below.
          display: { xs: 'none', sm: 'grid' },
          gridTemplateColumns: { sm: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          columnGap: 4,
          m: 0,
          mt: 3,
          p: 0,
          listStyle: 'none',
        }}
      >
        {dueDecks.map((dueDeck) => (
          <DueRow key={dueDeck.deckId} dueDeck={dueDeck} />
        ))}
      </Box>
      {further > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          {t`and ${plural(further, { one: '# more deck', other: '# more decks' })}`}
        </Typography>
      )}
    </>
  );
}

interface StudyButtonsProps {
  action: string;
  next: NextCard | null;
}

/** Begins at the shown question with its answer; the button that only opens the session stays beside it. */
function StudyButtons({ action, next }: StudyButtonsProps) {
  const all = { component: Link, to: '/study/due' };
  if (!next)
    return (
      <Button {...studyButton} {...all}>
        {action}
      </Button>
    );
  return (
    <>
      <Button {...studyButton} {...all} state={shownAnswer(next.id)}>
        {t`Show Answer`}
      </Button>
      <Button {...studyButton} {...all} variant="outlined">
        {action}
      </Button>
    </>
  );
}

interface DuePanelProps {
  /** Card that the session begins with. */
  next: NextCard | null;
  /** Null when it could not be loaded. */
  dashboard: DuePanelPartsFragment | null;
  /** Recent ones first. */
  decks: Decks;
  isFinished: boolean;
  onRetry: () => void;
}

const Buttons = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, width: { xs: 1, sm: 'auto' } }}>{children}</Box>
);

/** The next question and the due cards across all decks, with the buttons that start the session. */
export function DuePanel({ dashboard, next, decks, isFinished, onRetry }: DuePanelProps) {
  const learner = useDueLearner();
  if (!dashboard) return <LoadFailure onRetry={onRetry} />;
  const { title, lead, action } = (isFinished ? finishedText : dueText)(dashboard, learner);
  // A day that is done does not propose the next card.
  const shown = isFinished || !action ? null : next;
  return (
    <Card component="section" aria-label={t`Due today`} sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
        }}
      >
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Title isFinished={isFinished}>{title}</Title>
          <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{lead}</Typography>
        </Box>
        {!shown && (
          <Buttons>
            {action ? <StudyButtons action={action} next={null} /> : <NextSteps decks={decks} />}
          </Buttons>
        )}
      </Box>
      {shown && action && (
        <>
          <NextQuestion card={shown} />
          <Box sx={{ mt: 2 }}>
            <Buttons>
              <StudyButtons action={action} next={shown} />
            </Buttons>
          </Box>
        </>
      )}
      {dashboard.dueDecks.length > 0 && <DueDecks {...dashboard} />}
    </Card>
  );
}
