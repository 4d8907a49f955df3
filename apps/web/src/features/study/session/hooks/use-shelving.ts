import { t } from '@lingui/core/macro';
import { useState, type Dispatch } from 'react';
import { messageOf } from '../../../../shared/apollo/errors.ts';
import { useCardMarks } from '../../../../shared/study/use-card-marks.ts';
import { useAnnounce } from '../../../../shared/ui/states/announcer.tsx';
import { currentCard, type SessionEvent, type SessionState, type StudyCard } from '../state/session-state.ts';

export type ShelfKind = 'suspended' | 'buried';

/** The card that was left out last, so that it can be brought back. */
interface Shelved {
  kind: ShelfKind;
  card: StudyCard;
  place: number;
  /** False until the server has saved it. */
  isSaved: boolean;
}

/** Note about the last card that was left out, or about a change that failed. */
export type ShelfNote = { kind: ShelfKind; isSaved: boolean } | { kind: 'failed'; text: string } | null;

const savedText = (kind: ShelfKind) =>
  kind === 'suspended'
    ? t`The card is suspended. You can resume it in its deck.`
    : t`The card is buried until tomorrow.`;

export function shelfNoteText(note: NonNullable<ShelfNote>): string {
  if (note.kind === 'failed') return note.text;
  return note.isSaved ? savedText(note.kind) : t`Skipping the card.`;
}

/** Leaves cards out of study, and flags them, from the session. The card disappears at once and returns when the call fails. */
export function useShelving(state: SessionState, dispatch: Dispatch<SessionEvent>) {
  const announce = useAnnounce();
  const marks = useCardMarks();
  const [last, setLast] = useState<Shelved | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const send = (kind: ShelfKind, { id, deckId }: StudyCard, out: boolean): Promise<unknown> =>
    kind === 'suspended'
      ? marks.suspend([id], out)
      : marks.bury({ id, deckId, sessionId: state.sessionId }, out);
  const fail = (error: unknown) => {
    const offline = t`You are offline. This needs a connection; answers are kept.`;
    setFailure(
      navigator.onLine ? messageOf(error, t`The card could not be changed. Please try again.`) : offline,
    );
  };
  const putBack = ({ card, place }: Shelved) =>
    dispatch({ type: 'unshelved', sessionId: state.sessionId, card, place, at: Date.now() });

  const shelve = async (kind: ShelfKind) => {
    const card = currentCard(state);
    if (!card || state.phase !== 'studying') return;
    setFailure(null);
    if (!navigator.onLine) return fail(null);
    const shelved = { kind, card, place: state.current, isSaved: false };
    dispatch({ type: 'shelved', cardId: card.id, at: Date.now() });
    setLast(shelved);
    const saved = () => {
      setLast((latest) => (latest === shelved ? { ...shelved, isSaved: true } : latest));
      announce(savedText(kind));
    };
    await send(kind, card, true).then(saved, (error: unknown) => {
      setLast((latest) => (latest === shelved ? null : latest));
      putBack(shelved);
      fail(error);
    });
  };

  const unshelve = async () => {
    if (!last?.isSaved) return;
    setFailure(null);
    if (!navigator.onLine) return fail(null);
    const saved = () => {
      setLast(null);
      putBack(last);
      announce(t`The card is back.`);
    };
    await send(last.kind, last.card, false).then(saved, fail);
  };

  const flag = async () => {
    const card = currentCard(state);
    if (!card || state.phase !== 'studying') return;
    setFailure(null);
    if (!navigator.onLine) return fail(null);
    const isFlagged = !card.isFlagged;
    dispatch({ type: 'flagged', cardId: card.id, isFlagged });
    const saved = () => announce(isFlagged ? t`Flagged.` : t`Flag removed.`);
    await marks.flag([card.id], isFlagged).then(saved, (error: unknown) => {
      dispatch({ type: 'flagged', cardId: card.id, isFlagged: !isFlagged });
      fail(error);
    });
  };

  const dismiss = () => {
    setFailure(null);
    setLast(null);
  };
  const note: ShelfNote =
    failure === null ? last && { kind: last.kind, isSaved: last.isSaved } : { kind: 'failed', text: failure };
  return { shelve, unshelve, flag, note, dismiss };
}
