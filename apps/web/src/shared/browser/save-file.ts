/** Hands a file to the browser to be saved. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** '2026-03-01T12-00-00', for names of files. */
export const fileTimestamp = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(':', '-');
