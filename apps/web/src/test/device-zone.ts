import { vi } from 'vitest';

const { resolvedOptions } = Intl.DateTimeFormat.prototype;
const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lets the browser report another zone, until mocks are restored. */
export function setDeviceZone(zone: string) {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    const options = resolvedOptions.call(this);
    return options.timeZone === ownZone ? { ...options, timeZone: zone } : options;
  });
}
