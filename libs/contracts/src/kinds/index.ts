import { basic } from './basic.ts';
import { basicReversed } from './basic-reversed.ts';
import { cloze } from './cloze.ts';
import { imageOcclusion } from './image-occlusion/index.ts';
import type { NoteKind } from './kind.ts';
import { typed } from './typed.ts';

export { compareTyped, type ComparedPart, type TypedComparison } from './compare-typed.ts';
export { maxMaskNumber, readMasks, writeMasks, type Mask } from './image-occlusion/masks.ts';
export { partsPattern, readParts, splitAddress, type PartState } from './image-occlusion/parts.ts';
export type { MadeCard, NoteField, NoteKind, Span } from './kind.ts';

/** Kind of every card that names none. */
export const plainKind = basic;

/** Built-in kinds, in the order of the editor's list. A new kind is a file or folder beside this one and a line here. */
export const noteKinds: readonly NoteKind[] = [basic, basicReversed, cloze, typed, imageOcclusion];

const byId = new Map(noteKinds.map((kind) => [kind.id, kind]));
export const kindIds = noteKinds.map(({ id }) => id);

/** Returns a kind; the plain one for an id of a later release. */
export const noteKind = (id: string): NoteKind => byId.get(id) ?? plainKind;

/**
 * Whether a card's own row can hold its note: the note makes one card, whose sides are the fields. Such a card costs one
 * write, like a card without a note.
 */
export function isHeldByCard(kind: NoteKind, fields: readonly string[]): boolean {
  const [only, ...others] = kind.cardsOf(fields);
  const [front, back, ...rest] = fields;
  return (
    only?.number === 1 && others.length + rest.length === 0 && only.front === front && only.back === back
  );
}
