import { t } from '@lingui/core/macro';

const minuteMs = 60_000;

/** 'Never', 'just now', 'n min ago', 'n h ago', 'Yesterday', 'n days ago'. */
export function seenLabel(seen: string | null, now: number): string {
  if (seen === null) return t`Never`;
  const minutes = Math.floor((now - new Date(seen).getTime()) / minuteMs);
  if (minutes < 1) return t`just now`;
  if (minutes < 60) return t`${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t`${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? t`Yesterday` : t`${days} days ago`;
}

/** YYYY-MM-DD in UTC; '–' for none. */
export const dateLabel = (instant: string | null): string => instant?.slice(0, 10) ?? '–';
