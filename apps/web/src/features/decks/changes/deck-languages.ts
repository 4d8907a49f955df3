import { sortKey } from '@kumbuka/text';
import { t } from '@lingui/core/macro';
import { shownLanguage } from '../../../shared/i18n/i18n.ts';
import type { Choice } from '../../../shared/ui/fields.tsx';

/** Languages that are offered; a deck may name others over the API, and keeps them. */
const offered =
  'am ar bn de el en es fa fr ha he hi id ig it ja ki ko ln luo mas mg ml nl om pl pt ro ru rw sn so st sv sw ta te th ti tr uk ur vi wo xh yo zh zu'.split(
    ' ',
  );

/** Name of a language in the language of the page; its tag where the browser knows no name. */
export function languageName(tag: string): string {
  if (tag === '') return t`Not named`;
  try {
    return new Intl.DisplayNames([shownLanguage(), 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Choices for the language of a side, by name; the chosen one is always among them. */
export function languageChoices(chosen: string): Choice[] {
  const tags = chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen];
  const named = tags.map((value) => ({ value, label: languageName(value) }));
  return [
    { value: '', label: languageName('') },
    ...named.sort((a, b) => (sortKey(a.label) < sortKey(b.label) ? -1 : 1)),
  ];
}
