import type { Report, ReportCode } from './collection.ts';

export type Place = Omit<Report, 'code' | 'count'>;

/** Collects reports. Equal ones are counted once. */
export interface Reporter {
  add(code: ReportCode, place?: Place, count?: number): void;
  list(): Report[];
}

/** Places that are listed for one code; further ones are only counted. */
const maxPlaces = 200;

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 99)}…` : text);
const printable = (text: string) => shortened(text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());

const keyOf = ({ code, note, noteType, line, text }: Omit<Report, 'count'>) =>
  JSON.stringify([code, note, noteType, line, text]);
const withoutPlace = (code: ReportCode) => keyOf({ code });

export function createReporter(): Reporter {
  const reports = new Map<string, Report>();
  const places = new Map<ReportCode, number>();
  function add(code: ReportCode, { text, ...place }: Place = {}, count = 1) {
    const report: Report = {
      code,
      count,
      ...place,
      ...(text === undefined ? {} : { text: printable(text) }),
    };
    const key = keyOf(report);
    const known = reports.get(key);
    const listed = places.get(code) ?? 0;
    if (known) known.count += count;
    else if (listed >= maxPlaces && key !== withoutPlace(code)) add(code, {}, count);
    else {
      reports.set(key, report);
      if (key !== withoutPlace(code)) places.set(code, listed + 1);
    }
  }
  return { add, list: () => [...reports.values()] };
}
