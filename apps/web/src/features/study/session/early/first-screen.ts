import { isTimezone } from '@kumbuka/contracts/study-day';
import type { CurrentViewerQuery } from '../../../../shared/auth/auth.generated.ts';
import type { SideLanguages } from '../../../../shared/format/own-text.ts';
import { tickCount } from '../../../../shared/ui/figures/session-ticks.ts';
import { counterTexts, progressTexts, timeLeft, whyLine } from '../state/card-words.ts';
import type { DeckSessionQuery, DueSessionQuery } from '../load/load-session.generated.ts';
import { deckSessionOf, dueSessionOf, portionOfDeck, type LoadedSession } from '../load/loaded-session.ts';
import type { StudyCard } from '../state/session-state.ts';
import type { SessionWords } from '../state/session-words.ts';

type Viewer = CurrentViewerQuery['viewer'];
export type SessionData = DeckSessionQuery | DueSessionQuery;

/** Slots of the shell with a text. */
const textSlots = [
  'title',
  'position',
  'portion',
  'of-what',
  'time-left',
  'deck',
  'line',
  'studied',
  'correct',
  'incorrect',
] as const;
/** Parts of the shell that a session may lack. */
type Part = 'portion-area' | 'deck-area' | 'mastered' | 'flagged' | 'counters' | 'second-card' | 'third-card';
type Text = (typeof textSlots)[number];
export type SlotName = Text | Part | 'card' | 'few-ticks' | 'many-ticks';

/** First screen of a session. */
export interface FirstScreen {
  question: string;
  answer: string;
  languages: SideLanguages;
  ticks: number;
  texts: Record<Text, string>;
  parts: Record<Part, boolean>;
}

interface Early {
  /** As in the address; 'due' for a session across decks. */
  deckId: string;
  viewer: Viewer;
  data: SessionData;
  words: SessionWords;
  now: Date;
  /** Language of the page, such as 'en'. */
  language: string;
}

/** The session that the client starts from the same data; null when it needs more. */
function sessionOf({ deckId, data, words }: Early, portionSize: number): LoadedSession | null {
  const open = data.viewer.openSession;
  if ('deck' in data) {
    if (!data.deck) return null;
    const { cards, total } = portionOfDeck(data, portionSize);
    return cards && deckSessionOf(data, cards, total);
  }
  const queue = data.viewer.studyQueue;
  if (deckId !== 'due' || !queue || !('items' in queue)) return null;
  return dueSessionOf({ queue, open }, { minutes: null, portionSize, titles: words });
}

/** Whether its sides are shown as their text. */
const isPlain = ({ format, kind }: StudyCard) =>
  format === 'PLAIN' && (kind === 'basic' || kind === 'basic-reversed');

/** Whether the client may resume a session that another device began. */
const isOpen = ({ open }: LoadedSession, deckId: string) =>
  open !== null && open.answered > 0 && (open.deck?.id ?? 'due') === deckId;

/**
 * Returns what the client shows first of a session, from the responses that it takes. Null when the client may show
 * something else: it sets the learner's zone first, changes the language, needs more cards or resumes a session.
 */
export function firstScreenOf(early: Early): FirstScreen | null {
  const { deckId, viewer, words, now, language } = early;
  const { stats } = viewer;
  if (!stats || stats.zoneFollowsDevice || !isTimezone(stats.timezone)) return null;
  if (viewer.language && viewer.language.toLowerCase() !== language) return null;
  const session = sessionOf(early, stats.portionSize);
  const [card] = session?.cards ?? [];
  if (!session || !card || isOpen(session, deckId) || !isPlain(card)) return null;
  const total = session.cards.length + session.unnamed;
  const { deckTotal } = session;
  const isOfOneDeck = session.deckId !== null;
  const progress = progressTexts({ position: 1, total, deckTotal, isOfOneDeck }, words);
  const counters = counterTexts(
    card.schedule ?? { studyCount: 0, correctAttempts: 0, incorrectAttempts: 0 },
    words,
  );
  return {
    question: card.question,
    answer: card.answer,
    languages: card.languages,
    ticks: tickCount(total),
    texts: {
      title: session.title,
      position: progress.position,
      portion: progress.portion ?? '',
      'of-what': progress.ofWhat,
      'time-left': timeLeft(total, session.secondsPerAnswer, words),
      deck: card.deckTitle ?? '',
      line: whyLine(card.schedule, now, stats, words),
      ...counters,
    },
    parts: {
      'portion-area': progress.portion !== null,
      'deck-area': Boolean(card.deckTitle),
      mastered: card.schedule?.isLearned === true,
      flagged: card.isFlagged,
      counters: card.schedule !== null,
      'second-card': total > 1,
      'third-card': total > 2,
    },
  };
}
