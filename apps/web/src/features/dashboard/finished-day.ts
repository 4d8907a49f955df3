import { t } from '@lingui/core/macro';
import { todayAt } from '@kumbuka/contracts/study-day';
import { useEffect, useMemo } from 'react';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { localStore } from '../../shared/browser/storage.ts';
import { useNow } from '../../shared/hooks/use-now.ts';
import { useStudyClock } from '../../shared/study/use-study-clock.ts';
import { useAnnounce } from '../../shared/ui/states/announcer.tsx';

const keyOf = (userId: string) => `kumbuka.day-celebrated.${userId}`;

interface Day {
  dashboard: { dueCount: number } | null;
  stats: { studiedWeekdays: readonly number[]; weekday: number } | null;
  openSession: unknown;
}

/** Whether something was answered today, nothing is due any more, and no session can be resumed. */
export function isDayFinished({ dashboard, stats, openSession }: Day): boolean {
  const isStudied = stats?.studiedWeekdays.includes(stats.weekday) ?? false;
  return isStudied && dashboard?.dueCount === 0 && !openSession;
}

/** Whether this page is the first that shows a finished study day. The browser's storage tells a reload and other tabs. */
export function useCelebration(isFinished: boolean): boolean {
  const userId = useAuth().user?.id ?? '';
  const day = String(todayAt(useStudyClock(), useNow()));
  const announce = useAnnounce();
  // Read when the day is done, not at the start, because another tab may have been first meanwhile.
  const isFirst = useMemo(
    () => isFinished && localStore.getItem(keyOf(userId)) !== day,
    [isFinished, userId, day],
  );
  useEffect(() => {
    if (!isFirst || localStore.getItem(keyOf(userId)) === day) return;
    localStore.setItem(keyOf(userId), day);
    announce(t`Done for today`);
  }, [isFirst, userId, day, announce]);
  return isFirst;
}
