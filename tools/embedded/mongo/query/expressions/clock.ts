import { badValue } from '../../errors.ts';

export const DAY = 86_400_000;

/** Formats by time zone; requests name any spelling of a zone, so only some are kept. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 100;

function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    try {
      const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
      const times = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
      format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, era: 'short', ...parts, ...times });
    } catch {
      throw badValue(`unrecognized time zone identifier: "${timezone}"`);
    }
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(timezone, format);
  }
  return format;
}

/** What the clock of the time zone shows at the instant, as if it were UTC. */
export function toClock(instant: number, timezone: string): number {
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(timezone);
  if (offset) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return instant + (offset[1] === '-' ? -1 : 1) * minutes * 60_000;
  }
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - at('year') : at('year');
  const seconds = Date.UTC(year, at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return seconds + (((instant % 1000) + 1000) % 1000);
}

/** The instant at which the clock of the time zone shows this; the first one when it shows it twice. */
export function toInstant(clock: number, timezone: string): number {
  const guess = clock - (toClock(clock, timezone) - clock);
  const before = clock - (toClock(guess - DAY / 4, timezone) - (guess - DAY / 4));
  if (toClock(before, timezone) === clock) return before;
  return clock - (toClock(guess, timezone) - guess);
}
