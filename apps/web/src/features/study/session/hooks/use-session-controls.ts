import { useEffect, useRef, useState, type RefObject } from 'react';
import { draftOf } from '../../../../shared/browser/drafts.ts';
import type { CardDraft } from '../../../../shared/ui/dialog/card-dialog.tsx';
import type { CardAct } from '../view/card-actions.tsx';
import type { Command } from '../state/keyboard.ts';
import { currentAnswer, currentCard, undoTarget, type StudyCard } from '../state/session-state.ts';
import type { Rating } from '@kumbuka/schedule';
import { useSessionKeys } from './use-session-keys.ts';
import type { Session } from './use-session.ts';

/** A field that takes the focus opens the keyboard of a phone, over the question. */
export const isForTyping = () => globalThis.matchMedia?.('(pointer: fine)').matches ?? true;

/**
 * Moves the focus to a new card, and to the card after its editor, because Space on the pressed button would skip the card
 * or open the editor again. A card that appears behind the editor leaves the focus there.
 */
function useFocusOnCard(
  group: RefObject<HTMLDivElement | null>,
  shownCard: string | undefined,
  isEditing: boolean,
) {
  const place = isEditing ? null : shownCard;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    if (!place) return;
    const field = group.current?.querySelector<HTMLElement>('[data-typed]');
    (field && isForTyping() ? field : group.current)?.focus({ preventScroll: true });
  }, [group, place]);
}

/** Scrolls the text of the visible face when it is longer than its card. */
function scrollText(card: HTMLElement | null, direction: 1 | -1) {
  const text = card?.querySelector('[data-scrolls="true"]');
  text?.scrollBy({ top: direction * text.clientHeight * 0.4 });
}

/** Where this tab keeps the text of the card editor. */
export const editorPlace = 'session-card';

/** The card whose text was being edited before the page was loaded again. */
function editedIn(cards: readonly StudyCard[]): StudyCard | null {
  const id = draftOf<CardDraft>(editorPlace).read()?.card?.id;
  return cards.find((card) => card.id === id) ?? null;
}

interface ControlsOptions {
  /** Whether single letters, digits and signs are shortcuts. */
  singleKeys: boolean;
  /** Whether cards are answered by four buttons. */
  fourAnswers: boolean;
  /** Day that the button of an answer shows, YYYY-MM-DD. */
  shownDay?: ((rating: Rating) => string | null) | undefined;
  /** Runs before each flip and answer. */
  onAct: () => void;
  onExit: () => void;
}

/** Buttons, menu and keys of the current card, which has the focus after each of them. */
export function useSessionControls(
  session: Session,
  { singleKeys, fourAnswers, shownDay, onAct, onExit }: ControlsOptions,
) {
  const { state, shelving } = session;
  const group = useRef<HTMLDivElement>(null);
  /** The card of the editor, which stays the same when another card appears behind it. */
  const [editing, setEditing] = useState<StudyCard | null>(() => editedIn(state.cards));
  const card = currentCard(state);
  // A further round of missed cards may show the same card again.
  useFocusOnCard(group, card && `${state.sessionId}:${card.id}`, editing !== null);
  const focusCard = () => group.current?.focus({ preventScroll: true });

  /** After a reveal the card takes the focus, never the Correct button: Space would answer. */
  const flip = () => {
    onAct();
    session.flip();
    focusCard();
  };
  const answer = (rating: Rating) => {
    onAct();
    session.answer(rating, shownDay?.(rating) ?? null);
    focusCard();
  };
  const act = (chosen: CardAct) => {
    if (chosen === 'edit') return setEditing(currentCard(state) ?? null);
    if (chosen === 'flag') void shelving.flag();
    else void shelving.shelve(chosen === 'bury' ? 'buried' : 'suspended');
    focusCard();
  };

  const commands: Record<Command, () => void> = {
    flip,
    correct: () => answer(3),
    incorrect: () => answer(1),
    again: () => answer(1),
    hard: () => answer(2),
    good: () => answer(3),
    easy: () => answer(4),
    next: () => session.move(1),
    previous: () => session.move(-1),
    undo: session.undo,
    edit: () => act('edit'),
    flag: () => act('flag'),
    bury: () => act('bury'),
    suspend: () => act('suspend'),
    'scroll-down': () => scrollText(group.current, 1),
    'scroll-up': () => scrollText(group.current, -1),
    exit: onExit,
  };
  useSessionKeys(
    state.phase === 'studying',
    {
      answerShown: state.answerShown,
      answered: currentAnswer(state) !== undefined,
      canUndo: undoTarget(state) !== undefined,
      fourAnswers,
      singleKeys,
    },
    (command) => commands[command](),
    session.afterStoring,
  );
  return { group, flip, answer, act, editing, closeEditor: () => setEditing(null) };
}
