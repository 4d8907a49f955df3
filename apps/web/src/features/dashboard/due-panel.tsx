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
import { SubjectMark } from '../../shared/ui/deck/subject-mark.tsx';
import { CheckIcon } from '../../shared/ui/icons.tsx';
import { NextQuestion, type NextCard } from './next-card.tsx';
import type { DuePanelPartsFragment, DueRowPartsFragment } from './due-panel.generated.ts';
import type { RecentDecksPartsFragment } from './recent-decks.generated.ts';

type Decks = RecentDecksPartsFragment['items'];

/** A deck with due cards: its sign, its title, its side and the number. */
function DueRow({ dueDeck }: { dueDeck: DueRowPartsFragment }) {
  const { deck, dueCount, deckId } = dueDeck;
  if (!deck) return <></>;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'auto minmax(0, 1fr) auto',
          sm: 'auto minmax(0, 1fr) minmax(0, 1fr) auto',
        },
        alignItems: 'center',
        columnGap: { xs: 1.5, sm: 2 },
        minHeight: 56,
        '&:not(:first-of-type)': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <SubjectMark subject={deck.subject} size={32} />
      <Typography
        component={Link}
        to={`/study/${deckId}`}
        {...ownText}
        noWrap
        sx={{
          minWidth: 0,
          fontSize: '0.9375rem',
          lineHeight: '44px',
          color: 'text.primary',
          textDecoration: 'none',
          '&:hover': { textDecoration: 'underline' },
        }}
      >
        {deck.title}
      </Typography>
      <Box sx={{ display: { xs: 'none', sm: 'block' }, minWidth: 0 }}>
        {deck.progress && <MemoryEdge ticks={deck.progress.memory} counts={countsOf(deck)} height={24} />}
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
      <Box component="ul" aria-label={t`Decks with due cards`} sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
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
  dueCount: number;
  next: NextCard | null;
}

/** Minutes of a short session. */
const shortMinutes = 5;

/** As many due cards as fit into a short session, and all of them; one button when all of them fit. */
function Lengths({ action, dueCount, next }: StudyButtonsProps & { next: NextCard }) {
  const few = Math.floor((shortMinutes * 60) / next.secondsPerAnswer);
  const button = { component: Link, variant: 'outlined', size: 'large' } as const;
  if (few < 1 || dueCount <= few)
    return (
      <Button {...button} to="/study/due">
        {action}
      </Button>
    );
  return (
    <>
      <Button {...button} to={`/study/due?minutes=${shortMinutes}`}>
        {t`${few} now, ${shortMinutes} min`}
      </Button>
      <Button {...button} variant="text" to="/study/due">
        {t`All ${dueCount}`}
      </Button>
    </>
  );
}

/** Begins at the shown question with its answer; the buttons that only open a session stay beside it. */
function StudyButtons(props: StudyButtonsProps) {
  const { action, next } = props;
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
      <Lengths {...props} next={next} />
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
    <Card
      component="section"
      aria-label={t`Due today`}
      sx={{ p: { xs: 2.5, sm: 3 }, display: 'flex', flexDirection: 'column' }}
    >
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
            {action ? (
              <StudyButtons action={action} dueCount={dashboard.dueCount} next={null} />
            ) : (
              <NextSteps decks={decks} />
            )}
          </Buttons>
        )}
      </Box>
      {shown && action && (
        <>
          <NextQuestion card={shown} />
          <Box sx={{ mt: 2 }}>
            <Buttons>
              <StudyButtons action={action} dueCount={dashboard.dueCount} next={shown} />
            </Buttons>
          </Box>
        </>
      )}
      {dashboard.dueDecks.length > 0 && <DueDecks {...dashboard} />}
    </Card>
  );
}
