import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import type { FormErrors } from '../../../shared/hooks/use-form.ts';

export type DeckValues = {
  title: string;
  description: string;
  subject: string;
  category: string;
  difficulty: string;
  /** BCP 47; empty when the deck names none. */
  frontLanguage: string;
  backLanguage: string;
};

interface Suggestions {
  subjects: readonly string[];
  categories: readonly string[];
}

/** Values of a new deck: the learner's own subject and category where there is only one to choose, else general ones. */
export const newDeck = ({ subjects, categories }: Suggestions): DeckValues => ({
  title: '',
  description: '',
  subject: (subjects.length === 1 && subjects[0]) || t`General`,
  category: (categories.length === 1 && categories[0]) || t`General`,
  difficulty: '3',
  frontLanguage: '',
  backLanguage: '',
});

/** Whether a field is the title's copy, so that its error is the title's. */
export const followsTitle = (name: string, { title, description }: DeckValues) =>
  name === 'description' && description === title;

/** The description follows the title until the learner writes one. */
export const withTitle = (values: DeckValues, title: string): DeckValues => ({
  ...values,
  title,
  description: values.description === values.title ? title : values.description,
});

const required = (): Partial<Record<keyof DeckValues, string>> => ({
  title: t`Title is required`,
  description: t`Description is required`,
  subject: t`Subject is required`,
  category: t`Category is required`,
  difficulty: t`Difficulty Level is required`,
});

const longest: Partial<Record<keyof DeckValues, number>> = {
  title: limits.deckTitle,
  description: limits.deckDescription,
  subject: limits.deckSubject,
  category: limits.deckCategory,
};

/** A blank title counts as filled here: the save handler has its own sentence for it. */
function isMissing(name: keyof DeckValues, value: string): boolean {
  return name === 'title' ? value === '' : value.trim() === '';
}

function errorOf(name: keyof DeckValues, value: string): string | undefined {
  if (isMissing(name, value)) return required()[name];
  const max = longest[name];
  return max !== undefined && [...value].length > max ? t`At most ${max} characters` : undefined;
}

export function deckErrors(values: DeckValues): FormErrors<DeckValues> {
  const names = Object.keys(required()) as (keyof DeckValues)[];
  const found = names.map((name) => [name, errorOf(name, values[name])] as const);
  return Object.fromEntries(found.filter(([, message]) => message !== undefined));
}

/** Returns the text of the banner above the form for its errors. */
export function deckBanner(values: DeckValues, errors: FormErrors<DeckValues>): string | null {
  const names = Object.keys(errors) as (keyof DeckValues)[];
  if (names.some((name) => isMissing(name, values[name]))) return t`Please fill in all required fields.`;
  if (names.length > 0) return t`Some fields are too long.`;
  return values.title.trim() === '' ? t`Deck title is required` : null;
}

/** '1 Beginner', 'Level 2' to 'Level 4', '5 Expert'. */
export function difficultyLabel(level: number): string {
  if (level === 1) return t`1 Beginner`;
  return level === 5 ? t`5 Expert` : t`Level ${level}`;
}
