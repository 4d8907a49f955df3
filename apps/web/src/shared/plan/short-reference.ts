const shownCharacters = 8;

/** Returns the end of a payment's reference, which distinguishes payments and can be read aloud: `9F2C-41AB`. */
export function shortReference(reference: string): string {
  const signs = reference.replaceAll(/[^\dA-Za-z]/g, '');
  if (signs.length <= shownCharacters + 4) return reference;
  const end = signs.slice(-shownCharacters).toUpperCase();
  return `${end.slice(0, 4)}-${end.slice(4)}`;
}
