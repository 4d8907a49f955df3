export const languages = ['en', 'sw'] as const;
/** Language of texts for people, as in `lang` and `Accept-Language`: English or Kiswahili. */
export type Language = (typeof languages)[number];

const isLanguage = (tag: string): tag is Language => languages.some((language) => language === tag);

/** Longer headers are not evaluated. */
const longestHeader = 500;

function rangeOf(part: string) {
  const [tag = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { primary: tag.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
}

/** Most wanted language of an `Accept-Language` header that the product has; `null` for none. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (header === undefined || header.length > longestHeader) return null;
  const wanted = header
    .split(',')
    .map(rangeOf)
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight);
  return wanted.map(({ primary }) => primary).find(isLanguage) ?? null;
}

/** Canonical form of a BCP 47 tag; `null` for a text that is none. */
export function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}
