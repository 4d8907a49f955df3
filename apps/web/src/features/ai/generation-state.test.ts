import { describe, expect, it } from 'vitest';
import type { GenerationPartsFragment } from './generation.generated.ts';
import {
  chosenOf,
  evolve,
  firstStep,
  type GenerationEvent,
  type GenerationStep,
} from './generation-state.ts';

const target = { deckId: '12', title: 'Rivers' };
const card = (id: string) => ({ id, question: `Q${id}`, answer: `A${id}`, source: null, duplicateOf: null });
const aGeneration = (changes: Partial<GenerationPartsFragment> = {}): GenerationPartsFragment => ({
  id: '5',
  state: 'READY',
  asked: 6,
  made: 2,
  expectedSeconds: 3,
  provider: 'embedded',
  isFallback: false,
  failure: null,
  title: 'The Tana',
  createdAt: '2026-11-22T08:00:00Z',
  cards: [card('1'), card('2')],
  repeats: [],
  shortfall: null,
  insertions: [],
  ...changes,
});
const after = (...events: GenerationEvent[]): GenerationStep => events.reduce(evolve, firstStep);
const asked = (mode: 'direct' | 'preview'): GenerationEvent => ({ type: 'requested', target, mode });
const ready: GenerationEvent = { type: 'received', generation: aGeneration() };

describe('a generation', () => {
  it('shows the cards made so far and then a preview, or inserts at once', () => {
    const partly = aGeneration({ state: 'RUNNING', made: 1, cards: [card('1')] });
    expect(after(asked('preview'), { type: 'received', generation: partly })).toMatchObject({
      step: 'running',
      generation: { made: 1 },
    });
    expect(after(asked('preview'), ready)).toMatchObject({ step: 'preview', generationId: '5' });
    expect(after(asked('direct'), ready)).toMatchObject({ step: 'inserting', mode: 'direct' });
  });

  it('inserts the pairs as the preview shows them, with edits and without excluded ones', () => {
    const first = { ...card('1'), isKept: false };
    const second = { ...card('2'), question: 'Mine', isKept: true };
    const state = after(
      asked('preview'),
      ready,
      { type: 'changed', pair: first },
      { type: 'changed', pair: second },
    );
    expect(state.step === 'preview' && chosenOf(state.pairs)).toEqual([{ question: 'Mine', answer: 'A2' }]);
  });

  it('a NUL that was pasted into a generated card becomes a blank, instead of causing a validation error', () => {
    const pasted = { ...card('1'), question: 'The Tana\0flows', answer: 'East\u0001', isKept: true };
    expect(chosenOf([pasted])).toEqual([{ question: 'The Tana flows', answer: 'East ' }]);
  });

  it('a failed generation leads back to the text and says what went wrong', () => {
    expect(after(asked('direct'), { type: 'failed', message: 'No.' })).toEqual({
      step: 'text',
      target,
      error: 'No.',
    });
  });

  it('keeps its cards in a preview when inserting them failed', () => {
    expect(after(asked('direct'), ready, { type: 'failed', message: 'No.' })).toMatchObject({
      step: 'preview',
      error: 'No.',
      pairs: [{ id: '1' }, { id: '2' }],
    });
  });

  it('is found again when the dialog is opened from elsewhere', () => {
    const elsewhere = { deckId: '13', title: 'Lakes' };
    expect(after(asked('preview'), { type: 'opened', target: elsewhere })).toMatchObject({
      step: 'running',
      target,
    });
    expect(after({ type: 'opened', target: elsewhere })).toMatchObject({ step: 'text', target: elsewhere });
  });

  it('knows the deck that has its cards already', () => {
    const insertions = [{ deckId: '12', inserted: 2 }];
    const received: GenerationEvent = { type: 'received', generation: aGeneration({ insertions }) };
    expect(after(asked('preview'), received)).toMatchObject({ insertedBefore: 2 });
  });
});

it('the generation state remembers that the built-in generator replaced the model', () => {
  const generation = aGeneration({ isFallback: true });
  expect(after(asked('preview'), { type: 'received', generation })).toMatchObject({ isFallback: true });
});
