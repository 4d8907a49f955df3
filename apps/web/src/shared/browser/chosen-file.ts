/** File that the learner chose on one page for the next one. It does not survive a reload. */
let chosen: File | null = null;

export const chooseFile = (file: File): void => void (chosen = file);

/** Returns the chosen file once. */
export function takeChosenFile(): File | null {
  const file = chosen;
  chosen = null;
  return file;
}
