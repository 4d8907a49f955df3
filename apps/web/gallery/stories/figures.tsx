import { Avatar } from '../../src/shared/ui/avatar.tsx';
import { Gauge } from '../../src/shared/ui/figures/gauge.tsx';
import { Meter } from '../../src/shared/ui/figures/meter.tsx';
import { SessionEdge, type Outcome } from '../../src/shared/ui/figures/session-edge.tsx';
import { RisingEdge } from '../../src/shared/ui/figures/rising-edge.tsx';
import { Stat } from '../../src/shared/ui/figures/stat.tsx';
import { StreakChip, StreakDays } from '../../src/shared/ui/figures/streak.tsx';
import { BoltIcon } from '../../src/shared/ui/icons.tsx';
import { say, story } from '../story.tsx';

const mastery = () => say('Mastery', 'Umahiri');
const green = 'var(--k-palette-meaning-good)';
const outcomes = (length: number): Outcome[] =>
  Array.from({ length }, (_, index) => (index > length * 0.6 ? 'open' : index % 4 === 3 ? 'wrong' : 'right'));
const narrow = { width: 150 };
const meter = (value: number) => ({ label: mastery(), value, max: 100, text: `${value}%` });

export default [
  story(
    { Gauge },
    {
      empty: () => ({ percent: 0, label: mastery(), colour: green }),
      part: () => ({ percent: 64, label: mastery(), colour: 'var(--k-palette-meaning-fair)' }),
      full: () => ({ percent: 100, label: mastery(), colour: green, size: 128 }),
    },
    narrow,
  ),
  story(
    { Meter },
    {
      primary: () => ({ label: say('Level 3', 'Kiwango cha 3'), value: 120, max: 200, text: '120 / 200 XP' }),
      good: () => ({ ...meter(84), tone: 'good' as const }),
      fair: () => ({ ...meter(64), tone: 'fair' as const }),
      poor: () => ({ ...meter(12), tone: 'poor' as const }),
      streak: () => ({ ...meter(50), tone: 'streak' as const, height: 12 }),
      'above its end': () => ({ ...meter(130), text: '130%' }),
      empty: () => ({ label: mastery(), value: 0, max: 0, text: '–' }),
    },
    { width: 240 },
  ),
  story(
    { SessionEdge },
    {
      begun: () => ({ outcomes: outcomes(20), current: 13 }),
      long: () => ({ outcomes: outcomes(300), current: 190 }),
    },
  ),
  story(
    { RisingEdge },
    {
      'twenty cards': () => ({
        sticks: Array.from({ length: 20 }, (_, index) => ({
          before: index % 3 === 0 ? null : 0.7,
          after: index % 5 === 4 ? 0.78 : 0.98,
          wasCorrect: index % 5 !== 4,
        })),
      }),
    },
    { width: 320 },
  ),
  story(
    { Stat },
    {
      number: () => ({ label: say('Cards due', 'Kadi za leo'), value: 58 }),
      'with unit and icon': () => ({
        label: say('Study time', 'Muda wa kujifunza'),
        value: 12,
        unit: say('min', 'dak'),
        icon: <BoltIcon />,
      }),
      nothing: () => ({ label: say('Retention Rate', 'Kiwango cha kukumbuka'), value: '–' }),
      loading: () => ({ label: say('Cards due', 'Kadi za leo'), value: 0, loading: true }),
    },
    narrow,
  ),
  story({ StreakChip }, { first: () => ({ days: 1 }), many: () => ({ days: 365 }) }, narrow),
  story(
    { StreakDays },
    {
      'three days, today open': () => ({
        studied: [true, false, false, true, true, true, false],
        weekday: 3,
      }),
      'today done': () => ({ studied: [false, false, false, false, true, true, true], weekday: 3 }),
      'all seven days': () => ({ studied: [true, true, true, true, true, true, true], weekday: 6 }),
    },
  ),
  story(
    { Avatar },
    {
      'at the start of a level': () => ({ name: 'asha', xp: 200 }),
      'within a level': () => ({ name: 'Éloi', xp: 330 }),
    },
    narrow,
  ),
];
