import { DeckTile } from '../../src/shared/decks/deck-tile.tsx';
import { StudyLink } from '../../src/shared/decks/study-link.tsx';
import { DeckCard, DeckCardSkeleton, DueTag, MasteryText } from '../../src/shared/ui/deck/deck-card.tsx';
import { SubjectMark } from '../../src/shared/ui/deck/subject-mark.tsx';
import { DeckGrid } from '../../src/shared/ui/deck/deck-grid.tsx';
import { CardMenu } from '../../src/shared/ui/card/card-menu.tsx';
import { biology, someTicks } from '../decks.ts';
import { say, story } from '../story.tsx';

const study = () => <StudyLink deck={biology()} label={say('Study', 'Jifunza')} />;
const counts = { total: 30, due: 5, fresh: 3 };
const shown = () => ({
  title: biology().title,
  description: biology().description,
  mastery: 64,
  counts,
  ticks: someTicks,
  actions: study(),
});
const tile = () => ({ deck: biology(), actions: study() });
const narrow = { width: 150 };

export default [
  story(
    { DeckCard },
    {
      learned: shown,
      'with subject and difficulty': () => ({
        ...shown(),
        subject: biology().subject,
        difficulty: 3,
        corner: <CardMenu actions={[]} />,
      }),
      'no subject, no description': () => ({ ...shown(), description: null, subject: null }),
      'not studied': () => ({
        ...shown(),
        mastery: null,
        ticks: [],
        counts: { total: 33, due: 0, fresh: 33 },
      }),
      'mostly new': () => ({ ...shown(), mastery: 12, counts: { total: 300, due: 58, fresh: 210 } }),
      empty: () => ({ ...shown(), mastery: null, ticks: [], counts: { total: 0, due: 0, fresh: 0 } }),
      'numbers not available': () => ({ ...shown(), mastery: null, hasProgress: false }),
      'long title': () => ({
        ...shown(),
        title: say(
          'Photosynthesis, respiration and all that a leaf does in a day',
          'Usanisinuru, upumuaji na yote ambayo jani hufanya kwa siku moja',
        ),
      }),
    },
  ),
  story(
    { DeckTile },
    {
      plain: tile,
      'with subject and difficulty': () => ({ ...tile(), withSubject: true, withDifficulty: true }),
      'numbers not available': () => ({ ...tile(), deck: { ...biology(), mastery: null, progress: null } }),
    },
  ),
  story(
    { DeckGrid },
    {
      loading: () => ({ loading: true }),
    },
    { width: 1000 },
  ),
  story({ DeckCardSkeleton }, { loading: () => ({}) }),
  story(
    { SubjectMark },
    {
      biology: () => ({ subject: 'Biology' }),
      history: () => ({ subject: 'History' }),
      'large, without a subject': () => ({ subject: '', size: 96 }),
    },
    { width: 120 },
  ),
  story(
    { StudyLink },
    {
      cards: () => ({ deck: biology(), label: say('Study', 'Jifunza') }),
      'no cards': () => ({ deck: { ...biology(), cardCount: 0 }, label: say('Study', 'Jifunza') }),
      soft: () => ({ deck: biology(), label: say('Study', 'Jifunza'), variant: 'soft' as const }),
    },
    narrow,
  ),
  story(
    { DueTag },
    {
      due: () => ({ counts }),
      'mostly new': () => ({ counts: { total: 30, due: 4, fresh: 20 } }),
      new: () => ({ counts: { total: 30, due: 0, fresh: 30 } }),
      nothing: () => ({ counts: { total: 30, due: 0, fresh: 0 } }),
    },
    narrow,
  ),
  story(
    { MasteryText },
    { good: () => ({ mastery: 84 }), fair: () => ({ mastery: 64 }), poor: () => ({ mastery: 12 }) },
    narrow,
  ),
];
