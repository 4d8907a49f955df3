import { vi } from 'vitest';

/** Lets the browser report another zone, until mocks are restored. */
export function setDeviceZone(zone: string) {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    const options = resolvedOptions.call(this);
    return options.timeZone === own ? { ...options, timeZone: zone } : options;
  });
}
