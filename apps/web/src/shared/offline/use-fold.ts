import { useEffect, useRef } from 'react';
import { useAuth } from '../auth/auth-context.tsx';
import type { CardSchedulePartsFragment } from '../study/card-schedule.generated.ts';
import { serverNow } from '../browser/server-clock.ts';
import { learnerIn } from './known.ts';

type Fold = typeof import('./fold.ts');

interface FoldedCard {
  id: string;
  schedule: CardSchedulePartsFragment | null;
}

/**
 * Returns a function that computes the schedule of a card after an answer, as the server will. It returns null until its
 * code is loaded, and for a card whose schedule is not known.
 */
export function useFold() {
  const { user } = useAuth();
  const fold = useRef<Fold>(null);
  useEffect(() => {
    import('./fold.ts').then(
      (loaded) => void (fold.current = loaded),
      () => {},
    );
  }, []);
  return ({ id, schedule }: FoldedCard, rating: number, answeredAt: string, shownDay: string | null) => {
    if (!fold.current || !schedule) return null;
    const given = {
      flashcardId: id,
      wasCorrect: rating > 1,
      rating,
      answeredAt,
      ...(shownDay === null ? {} : { dueOn: shownDay }),
    };
    return fold.current.scheduleAfter(schedule, given, learnerIn({ viewer: user }), new Date(serverNow()));
  };
}
