import { t } from '@lingui/core/macro';

/** Whether a chunk could not be loaded: a newer build was published while this tab was open, or there is no network. */
export function isChunkLoadError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|module script failed|preload/i.test(error.message)
  );
}

export const chunkLoadErrorText = () =>
  t`Part of the page could not be loaded. Check your connection, then try again.`;
