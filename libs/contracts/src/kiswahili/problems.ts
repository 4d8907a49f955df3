import { errorCatalogue, type ErrorName } from '../error-catalogue.ts';
import type { ProblemDetail } from '../errors.ts';
import { fill, valuesIn, type Template } from '../templates.ts';
import type { Language } from '../languages.ts';
import { validationSentences } from '../validation-sentences.ts';
import { errorsInKiswahili } from './errors.ts';

const isName = (name: string): name is ErrorName => Object.hasOwn(errorCatalogue, name);
const templates: readonly Template[] = Object.values(validationSentences);
const fixed = new Map<string, string>([
  ...templates.map(({ en, sw }) => [en, sw] as const),
  ...Object.keys(errorCatalogue)
    .filter(isName)
    .map((name) => [errorCatalogue[name].sentence, errorsInKiswahili[name]] as const),
]);

/** Kiswahili for an English sentence of the catalogues; `null` for any other text. */
export function inKiswahili(sentence: string): string | null {
  const translation = fixed.get(sentence);
  if (translation !== undefined) return translation;
  for (const each of templates) {
    const values = each.en.includes('{') ? valuesIn(each, sentence) : null;
    if (values) return fill(each.sw, values);
  }
  return null;
}

/** Sentence of an error within a response that succeeds: the edges translate refusals only. */
export const sentenceIn = (language: Language | null, { message }: Error): string =>
  (language === 'sw' ? inKiswahili(message) : null) ?? message;

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Texts of an error, as REST and GraphQL have them. */
export interface ProblemTexts {
  message: string;
  details?: ProblemDetail[] | undefined;
}

/** The same in Kiswahili; `null` when the sentence stays English. */
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
