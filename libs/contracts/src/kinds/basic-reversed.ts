import { template } from '../templates.ts';
import { questionAndAnswer } from './basic.ts';
import type { NoteKind } from './kind.ts';

/** A pair that is asked in both directions. */
export const basicReversed: NoteKind = {
  id: 'basic-reversed',
  name: template('In both directions', 'Pande zote mbili'),
  fields: questionAndAnswer,
  cardsOf: ([front = '', back = '']) => [
    { number: 1, front, back },
    { number: 2, front: back, back: front },
  ],
};
