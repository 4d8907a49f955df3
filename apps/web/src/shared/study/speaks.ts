import { localStore } from '../browser/storage.ts';

// Voices belong to the device, so this choice does, too.
const key = (userId: string) => `kumbuka.speaks.${userId}`;

/** Whether this device speaks each side by itself. */
export const speaksByItself = (userId: string): boolean => localStore.getItem(key(userId)) === 'yes';

export function chooseSpeaking(userId: string, isOn: boolean): void {
  if (isOn) localStore.setItem(key(userId), 'yes');
  else localStore.removeItem(key(userId));
}
