import type { Template } from '../templates.ts';

/** Card that a note makes. */
export interface MadeCard {
  /** Identifies the card within its note; never changes its meaning. */
  number: number;
  front: string;
  back: string;
}

export interface NoteField {
  label: Template;
  /** Explains what to type. */
  help?: Template;
  isOptional?: true;
}

/** Part of a text, as positions in UTF-16 code units. */
export interface Span {
  from: number;
  to: number;
}

/** A kind of note: its fields, the cards that they make and how a session asks for the answer. Pure. */
export interface NoteKind {
  /** Stored and sent; never changes. */
  id: string;
  name: Template;
  fields: readonly NoteField[];
  /** Cards of a note by ascending number; none when the fields make no card. */
  cardsOf(fields: readonly string[]): MadeCard[];
  /** Sentence for fields that make no card. */
  withoutCards?: Template;
  /** Whether its fields are always written as rich text. */
  isRich?: true;
  /** Whether a session lets the learner type the answer. */
  isTyped?: true;
  /** Parts of the answer side that the question side hides. */
  hiddenParts?(front: string, back: string): Span[];
}
