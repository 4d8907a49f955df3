import { sessionStore } from '../../shared/browser/storage.ts';

const place = 'kumbuka:admin-key';

/** Returns the admin key of this tab: the one that an operator entered, else that of the build, for local work. */
export function readAdminKey(): string | null {
  const built: unknown = import.meta.env['VITE_ADMIN_KEY'];
  return sessionStore.getItem(place) ?? (typeof built === 'string' && built !== '' ? built : null);
}

export const keepAdminKey = (key: string): void => sessionStore.setItem(place, key);
export const forgetAdminKey = (): void => sessionStore.removeItem(place);
