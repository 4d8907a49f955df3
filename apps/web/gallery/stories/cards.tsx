import Button from '@mui/material/Button';
import { CardMenu } from '../../src/shared/ui/card/card-menu.tsx';
import { CardMenuList } from '../../src/shared/ui/card/card-menu-list.tsx';
import { FlagMark } from '../../src/shared/ui/card/flag-mark.tsx';
import { FlipCard } from '../../src/shared/ui/card/flip-card.tsx';
import { MemoryEdge } from '../../src/shared/ui/card/memory-edge.tsx';
import { Tag } from '../../src/shared/ui/tag.tsx';
import { EditIcon, TrashIcon } from '../../src/shared/ui/icons.tsx';
import { someTicks } from '../decks.ts';
import { doNothing, say, story } from '../story.tsx';

const ribosome = () => ({
  question: say('What does a ribosome do?', 'Ribosomu hufanya nini?'),
  answer: say('It makes proteins.', 'Hutengeneza protini.'),
  flipped: false,
  onFlip: doNothing,
});
const long = () =>
  say(
    'Describe how water moves from the soil into the root hairs, through the root and up to the leaves of a tree, and name the forces that move it on each part of its way.',
    'Eleza jinsi maji yanavyotoka kwenye udongo hadi nywele za mzizi, kupitia mzizi na kupanda hadi majani ya mti, kisha utaje nguvu zinazoyasukuma katika kila sehemu ya safari.',
  );
const code = 'function area(r) {\n  return Math.PI * r * r;\n}';
const arabic = { question: 'ما عاصمة كينيا؟', answer: 'نيروبي' };
const actions = () => [
  { text: say('Edit', 'Hariri'), icon: <EditIcon />, onChoose: doNothing, shortcut: 'E' },
  { text: say('Delete', 'Futa'), icon: <TrashIcon />, onChoose: doNothing, isDestructive: true },
];
const counts = { total: 30, due: 5, fresh: 3 };
const tall = { height: 380 };

export default [
  story(
    { FlipCard },
    {
      question: ribosome,
      answer: () => ({ ...ribosome(), flipped: true }),
      'cut off': () => ({ ...ribosome(), question: `${long()} ${long()}`, clamped: true }),
      'with menu and footer': () => ({
        ...ribosome(),
        aside: (
          <div>
            <FlagMark />
            <CardMenu actions={actions()} />
          </div>
        ),
        footer: <Button size="small">{say('Flip', 'Geuza')}</Button>,
      }),
      code: () => ({ ...ribosome(), question: code }),
      'from right to left': () => ({ ...ribosome(), ...arabic }),
    },
  ),
  story(
    { StudyCard: FlipCard },
    {
      question: () => ({ ...ribosome(), size: 'study' as const }),
      answer: () => ({ ...ribosome(), size: 'study' as const, flipped: true }),
      'with tags': () => ({
        ...ribosome(),
        size: 'study' as const,
        marks: (
          <>
            <Tag tone="good">{say('Mastered', 'Umemudu')}</Tag>
            <Tag tone="poor">{say('Incorrect', 'Si sahihi')}</Tag>
          </>
        ),
      }),
      'long question': () => ({ ...ribosome(), size: 'study' as const, question: long() }),
    },
    { width: 440, within: (drawing) => <div style={tall}>{drawing}</div> },
  ),
  story({ CardMenu }, { closed: () => ({ actions: actions() }) }, { width: 150 }),
  story(
    { CardMenuList },
    { open: () => ({ anchor: document.body, actions: actions(), onClose: doNothing }) },
    { frame: 190 },
  ),
  story({ FlagMark }, { flagged: () => ({}) }, { width: 150 }),
  story(
    { MemoryEdge },
    {
      'some cards': () => ({ ticks: someTicks, counts }),
      'new cards only': () => ({
        ticks: Array.from({ length: 12 }, () => ({ recall: null, isDue: false })),
        counts: { total: 12, due: 0, fresh: 12 },
      }),
    },
  ),
];
