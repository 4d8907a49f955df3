const dayMs = 86_400_000;

/** 'Good morning' before 12, 'Good afternoon' before 17, else 'Good evening'. */
export function greeting(hour: number): string {
  if (hour < 12) return 'Good morning';
  return hour < 17 ? 'Good afternoon' : 'Good evening';
}

/** The username, else the local part of the address, else 'Learner'. */
export function displayName(user: { username?: string | null; email?: string | null }): string {
  return user.username?.trim() || user.email?.split('@')[0]?.trim() || 'Learner';
}

/** Whole calendar days from one instant to a later one, in the browser's zone. */
export function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((dayOf(to) - dayOf(from)) / dayMs);
}

/** '1 card', '2 cards'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const dateName = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

const dateTimeName = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** '3 Mar 2026, 14:05', in the browser's zone. */
export function dateTimeLabel(instant: string): string {
  return dateTimeName.format(new Date(instant));
}

/** 'in 16 days', 'tomorrow', 'today'; days are whole study days. */
export function inDays(days: number): string {
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** 'about 9 minutes'; at least one. */
export function aboutMinutes(minutes: number): string {
  return `about ${counted(Math.max(1, Math.round(minutes)), 'minute')}`;
}

const wholeDate = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** '22 December', with the year where it is another one than this. */
export function dateLabel(instant: string, now = new Date()): string {
  const date = new Date(instant);
  return (date.getFullYear() === now.getFullYear() ? dateName : wholeDate).format(date);
}

const timeName = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '09:10', in the browser's zone. */
export const timeLabel = (instant: string): string => timeName.format(new Date(instant));

/** '25 December at 09:10', with the year where it is another one than this. */
export const deadlineLabel = (instant: string, now = new Date()): string =>
  `${dateLabel(instant, now)} at ${timeLabel(instant)}`;

const wholeMoment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** '22 November 2026 at 08:05'. */
export const momentLabel = (instant: string): string => wholeMoment.format(new Date(instant));
