import { t } from '@lingui/core/macro';
import { ChartPanel } from './chart-panel.tsx';
import { ColumnChart } from './column-chart.tsx';
import { cardsLabel, dayLabel, hourLabel, minutesLabel, reviewsLabel } from './labels.ts';
import type { ShownStatistics, Viewer } from './shown-statistics.ts';

type Day = ShownStatistics['days'][number];

const noStudy = () => t`No study in this period.`;
const sumOf = <Row,>(rows: readonly Row[], valueOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + valueOf(row), 0);
/** First row with the highest value; none when no value is above 0. */
const maxBy = <Row,>(rows: readonly Row[], valueOf: (row: Row) => number): Row | undefined =>
  rows.reduce<Row | undefined>(
    (busiest, row) => (valueOf(row) > (busiest ? valueOf(busiest) : 0) ? row : busiest),
    undefined,
  );

function reviewsSentence(days: readonly Day[]): string {
  const busiest = maxBy(days, ({ answers }) => answers);
  const studied = days.filter(({ answers }) => answers > 0).length;
  const total = sumOf(days, ({ answers }) => answers);
  const sentence = t`${reviewsLabel(total)} on ${studied} of the last ${days.length} days.`;
  return busiest ? `${sentence} ${t`Most on ${dayLabel(busiest.date)}: ${busiest.answers}.`}` : sentence;
}

export function ReviewsChart({ days }: { days: readonly Day[] }) {
  return (
    <ChartPanel
      title={t`Reviews`}
      note={reviewsSentence(days)}
      nothing={days.every(({ answers }) => answers === 0) ? noStudy() : null}
      table={{
        caption: t`Reviews per day`,
        heads: [t`Day`, t`Reviews`],
        rows: days.map(({ date, answers }) => [dayLabel(date), String(answers)]).reverse(),
      }}
    >
      <ColumnChart
        sentence={t`Reviews per day. ${reviewsSentence(days)}`}
        columns={days.map(({ date, answers }) => ({ label: dayLabel(date), value: answers }))}
      />
    </ChartPanel>
  );
}

function minutesSentence(days: readonly Day[]): string {
  const measured = days.filter(({ minutes }) => minutes !== null);
  const studied = measured.filter(({ answers }) => answers > 0);
  const total = sumOf(measured, ({ minutes }) => minutes ?? 0);
  const each = studied.length === 0 ? 0 : total / studied.length;
  const sentence = t`${minutesLabel(total)} minutes, ${minutesLabel(each)} on a study day.`;
  return measured.length < days.length ? `${sentence} ${t`Older days have no minutes.`}` : sentence;
}

export function MinutesChart({ days }: { days: readonly Day[] }) {
  return (
    <ChartPanel
      title={t`Minutes`}
      note={minutesSentence(days)}
      nothing={days.every(({ answers }) => answers === 0) ? noStudy() : null}
      table={{
        caption: t`Minutes per day`,
        heads: [t`Day`, t`Minutes`],
        rows: days
          .map(({ date, minutes }) => [dayLabel(date), minutes === null ? '–' : minutesLabel(minutes)])
          .reverse(),
      }}
    >
      <ColumnChart
        sentence={t`Minutes per day. ${minutesSentence(days)}`}
        columns={days.map(({ date, minutes }) => ({ label: dayLabel(date), value: minutes }))}
      />
    </ChartPanel>
  );
}

function hoursSentence(hours: ShownStatistics['hours']): string {
  const busiest = maxBy(hours, ({ answers }) => answers);
  if (!busiest) return t`In your local time.`;
  const total = sumOf(hours, ({ answers }) => answers);
  const [from, to] = [hourLabel(busiest.hour), hourLabel((busiest.hour + 1) % 24)];
  return t`Most between ${from} and ${to}: ${busiest.answers} of ${reviewsLabel(total)}.`;
}

export function HoursChart({ hours }: Pick<ShownStatistics, 'hours'>) {
  return (
    <ChartPanel
      title={t`Hours of the day`}
      note={hoursSentence(hours)}
      nothing={hours.every(({ answers }) => answers === 0) ? noStudy() : null}
      table={{
        caption: t`Reviews by hour of the day`,
        heads: [t`Hour`, t`Reviews`],
        rows: hours.map(({ hour, answers }) => [hourLabel(hour), String(answers)]),
      }}
    >
      <ColumnChart
        sentence={t`Reviews by hour of the day. ${hoursSentence(hours)}`}
        columns={hours.map(({ hour, answers }) => ({ label: hourLabel(hour), value: answers }))}
      />
    </ChartPanel>
  );
}

type Forecast = NonNullable<Viewer['forecast']>;

function forecastSentence(forecast: Forecast): string {
  const total = sumOf(forecast, ({ count }) => count);
  const today = forecast[0]?.count ?? 0;
  return t`${cardsLabel(total)} in the next ${forecast.length} days, ${today} of them today.`;
}

export function ForecastChart({ forecast }: { forecast: Forecast }) {
  return (
    <ChartPanel
      title={t`Falling due`}
      note={forecastSentence(forecast)}
      nothing={forecast.every(({ count }) => count === 0) ? t`Nothing falls due in these days.` : null}
      table={{
        caption: t`Cards falling due per day`,
        heads: [t`Day`, t`Cards`],
        rows: forecast.map(({ date, count }) => [dayLabel(date), String(count)]),
      }}
    >
      <ColumnChart
        sentence={t`Cards falling due per day. ${forecastSentence(forecast)}`}
        columns={forecast.map(({ date, count }) => ({ label: dayLabel(date), value: count }))}
        today={0}
      />
    </ChartPanel>
  );
}
