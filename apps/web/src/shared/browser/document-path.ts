/** Whether the browser loaded this document from a path, whatever the client has shown since. */
export function isDocumentOf(path: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).pathname === path;
}
