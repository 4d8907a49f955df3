/**
 * Returns a lock with the address of each package, by the path that registries share. Without addresses npm requests all
 * versions of each package first.
 */
export function withAddresses(lock, registry) {
  const packages = Object.entries(lock.packages).map(([place, entry]) => {
    if (!place.includes('node_modules/') || entry.link) return [place, entry];
    return [place, { ...entry, resolved: addressOf(registry, nameAt(place, entry), entry.version) }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** An alias is installed at its own name, and its entry has the name of the package. */
const nameAt = (place, { name }) => name ?? place.split('node_modules/').at(-1);

const addressOf = (registry, name, version) =>
  `${registry.replace(/\/+$/, '')}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
