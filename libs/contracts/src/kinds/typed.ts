import { template } from '../templates.ts';
import { basic, questionAndAnswer } from './basic.ts';
import type { NoteKind } from './kind.ts';

/** A question whose answer the learner types. */
export const typed: NoteKind = {
  id: 'typed',
  name: template('Answer by typing', 'Jibu kwa kuandika'),
  fields: questionAndAnswer,
  cardsOf: basic.cardsOf,
  isTyped: true,
};
