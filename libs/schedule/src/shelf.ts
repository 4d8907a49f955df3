import type { Day } from '@kumbuka/contracts/study-day';
import type { CardStudy } from './card-study.ts';

/** Reasons why an existing card is left out of study. Its schedule stays and its due day may pass. */
export interface Shelf {
  /** Left out until the learner takes it back; owned by the decks service. */
  suspended: boolean;
  /** First study day on which a buried card is studied again; `null` when it was never buried. */
  buriedUntil: Day | null;
}

export const noShelf: Shelf = { suspended: false, buriedUntil: null };

/** Day on which a card that is buried today comes back; `null` when it is not buried. */
export const comesBackOn = ({ buriedUntil = null }: Partial<Shelf>, today: Day): Day | null =>
  buriedUntil !== null && buriedUntil > today ? buriedUntil : null;

/** Whether a card is left out of study on a day. */
export const isShelved = (shelf: Partial<Shelf>, today: Day): boolean =>
  shelf.suspended === true || comesBackOn(shelf, today) !== null;

/** Day from which a card counts as due; `null` for a new or suspended card. */
export const shownDueDay = ({
  dueDay,
  suspended = false,
  buriedUntil = null,
}: Pick<CardStudy, 'dueDay'> & Partial<Shelf>): Day | null =>
  suspended || dueDay === null ? null : Math.max(dueDay, buriedUntil ?? dueDay);
