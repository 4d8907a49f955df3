/** IANA name of the zone that this browser is in. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names of all zones that this browser knows, and the given ones. */
export function zoneNames(...more: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].toSorted();
}
