import { errorCatalogue, type ErrorName } from '../error-catalogue.ts';
import type { ProblemDetail } from '../errors.ts';
import { noteKinds } from '../kinds/index.ts';
import { fill, valuesIn, type Template } from '../templates.ts';
import type { Language } from '../languages.ts';
import { validationSentences } from '../validation-sentences.ts';
import { errorsInKiswahili } from './errors.ts';

const isErrorName = (name: string): name is ErrorName => Object.hasOwn(errorCatalogue, name);
const templates: readonly Template[] = Object.values(validationSentences);
const translations = new Map<string, string>([
  ...templates.map(({ en, sw }) => [en, sw] as const),
  ...noteKinds.flatMap(({ withoutCards }) =>
    withoutCards ? [[withoutCards.en, withoutCards.sw] as const] : [],
  ),
  ...Object.keys(errorCatalogue)
    .filter(isErrorName)
    .map((name) => [errorCatalogue[name].sentence, errorsInKiswahili[name]] as const),
]);

/** Translates an English sentence of the catalogues; `null` for any other text. */
export function inKiswahili(sentence: string): string | null {
  const translation = translations.get(sentence);
  if (translation !== undefined) return translation;
  for (const each of templates) {
    const values = each.en.includes('{') ? valuesIn(each, sentence) : null;
    if (values) return fill(each.sw, values);
  }
  return null;
}

/** Translates the sentence of an error inside a successful response; the edges translate only error responses. */
export const sentenceIn = (language: Language | null, { message }: Error): string =>
  (language === 'sw' ? inKiswahili(message) : null) ?? message;

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Texts of an error in REST and GraphQL. */
export interface ProblemTexts {
  message: string;
  details?: ProblemDetail[] | undefined;
}

/** Translates the texts of an error; `null` when the sentence stays English. */
export function problemInKiswahili({ message, details }: ProblemTexts): ProblemTexts | null {
  const [first] = details ?? [];
  const sentence = inKiswahili(first?.message ?? message);
  if (sentence === null) return null;
  const isNamed = first !== undefined && message !== first.message;
  return {
    message: isNamed ? `Sehemu ${first.path}: ${lowered(sentence)}` : sentence,
    ...(details
      ? { details: details.map((each) => ({ ...each, message: inKiswahili(each.message) ?? each.message })) }
      : {}),
  };
}
