import { template } from '../templates.ts';
import type { NoteField, NoteKind } from './kind.ts';

export const questionAndAnswer: readonly NoteField[] = [
  { label: template('Question', 'Swali') },
  { label: template('Answer', 'Jibu') },
];

/** A question and its answer. */
export const basic: NoteKind = {
  id: 'basic',
  name: template('Question and answer', 'Swali na jibu'),
  fields: questionAndAnswer,
  cardsOf: ([front = '', back = '']) => [{ number: 1, front, back }],
};
