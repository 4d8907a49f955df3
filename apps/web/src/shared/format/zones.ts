/** IANA name of the zone that this browser reports. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names of UTC, and the zone that Firefox reports where it hides the real one. */
const hidingZones = /^(?:(?:Etc\/)?(?:UTC|UCT|GMT[+-]?0?|Greenwich|Universal|Zulu)|Atlantic\/Reykjavik)$/i;

/** True when a reported zone says where the learner is. Browsers report UTC to protect privacy. */
export const revealsLocation = (zone: string | undefined): zone is string =>
  Boolean(zone) && !hidingZones.test(zone ?? '');

/** 'Addis Ababa' for 'Africa/Addis_Ababa'. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Names of all zones that this browser knows, and the given ones. */
export function zoneNames(...more: readonly string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...more])].toSorted();
}
