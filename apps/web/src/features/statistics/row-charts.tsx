import { t } from '@lingui/core/macro';
import { percentLabel } from '../../shared/format/percent.ts';
import { masteryTone } from '../../shared/ui/figures/meter.tsx';
import { fairFill } from '../../shared/theme/tokens.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { daysLabel, intervalLabel, spanLabel } from './labels.ts';
import { percentOf } from './scale.ts';
import type { ShownStatistics } from './shown-statistics.ts';

export function RetentionChart({ intervals }: Pick<ShownStatistics, 'intervals'>) {
  const rows = intervals.map(({ fromDays, toDays, reviews, recalled }) => ({
    label: intervalLabel(fromDays, toDays),
    value: percentOf(recalled, reviews),
    reviews,
  }));
  const measured = rows.filter(({ value }) => value !== null);
  const sentence = measured.map(({ label, value }) => `${label} ${percentLabel(value)}`).join(', ');
  return (
    <ChartPanel
      title={t`Retention by interval`}
      note={t`Share of cards that you still knew, by the days since you last saw them. All time.`}
      nothing={measured.length === 0 ? t`A card counts here when you see it again on another day.` : null}
      table={{
        caption: t`Retention by interval`,
        heads: [t`Interval`, t`Remembered`, t`Reviews`],
        rows: rows.map(({ label, value, reviews }) => [label, percentLabel(value), String(reviews)]),
      }}
    >
      <BarChart
        sentence={t`Retention by interval: ${sentence}.`}
        rows={rows.map(({ label, value, reviews }) => ({
          label,
          share: value === null ? null : value / 100,
          text: value === null ? percentLabel(null) : t`${percentLabel(value)} of ${reviews}`,
        }))}
      />
    </ChartPanel>
  );
}

function toneFill(mastery: number | null) {
  if (mastery === null) return undefined;
  const tone = masteryTone(mastery);
  return tone === 'fair' ? fairFill : `var(--k-palette-meaning-${tone})`;
}

export function MasteryChart({ decks }: Pick<ShownStatistics, 'decks'>) {
  const rows = decks.flatMap(({ deck, ...numbers }) => (deck ? [{ title: deck.title, ...numbers }] : []));
  const sentence = rows.map(({ title, mastery }) => `${title} ${percentLabel(mastery)}`).join(', ');
  return (
    <ChartPanel
      title={t`Right answers by deck`}
      note={t`In the decks that you studied last.`}
      nothing={rows.length === 0 ? t`Decks appear here once you have studied them.` : null}
      table={{
        caption: t`Right answers by deck`,
        isOwn: true,
        heads: [t`Deck`, t`Right answers`, t`Mastered cards`, t`Cards`],
        rows: rows.map(({ title, mastery, learned, cards }) => [
          title,
          percentLabel(mastery),
          String(learned),
          String(cards),
        ]),
      }}
    >
      <BarChart
        isOwn
        sentence={t`Right answers by deck: ${sentence}.`}
        rows={rows.map(({ title, mastery }) => ({
          label: title,
          share: mastery === null ? null : mastery / 100,
          text: percentLabel(mastery),
          fill: toneFill(mastery),
        }))}
      />
    </ChartPanel>
  );
}

/** Streaks in the chart; the table has all of them. */
const streaksDrawn = 8;

interface StreaksChartProps extends Pick<ShownStatistics, 'streaks'> {
  /** Days of the streak that still runs; `null` when unknown. */
  running: number | null;
}

function streakSentence(running: number | null, longest: number): string {
  const past = t`The longest was ${daysLabel(longest)}.`;
  if (running === null) return past;
  const now = running === 0 ? t`No streak right now` : t`${daysLabel(running)} now`;
  return `${now}. ${past}`;
}

/** Draws at least one streak: a learner without any sees no charts. */
export function StreaksChart({ streaks, running }: StreaksChartProps) {
  const longest = Math.max(...streaks.map(({ days }) => days));
  const sentence = streakSentence(running, longest);
  return (
    <ChartPanel
      title={t`Streaks`}
      note={sentence}
      table={{
        caption: t`Streaks, latest first`,
        heads: [t`From and to`, t`Days`],
        rows: streaks.map(({ from, to, days }) => [spanLabel(from, to), String(days)]),
      }}
    >
      <BarChart
        sentence={t`Streaks, latest first. ${sentence}`}
        rows={streaks.slice(0, streaksDrawn).map(({ from, to, days }, index) => ({
          label: spanLabel(from, to),
          share: days / longest,
          text: daysLabel(days),
          fill: index === 0 && running ? 'var(--k-palette-warning-main)' : undefined,
        }))}
      />
    </ChartPanel>
  );
}
