import { t } from '@lingui/core/macro';
import { errorCode, messageOf } from '../apollo/errors.ts';

/** Texts and retry of a screen whose deck could not be loaded; a retry helps neither a deleted deck nor a mistyped id. */
export function deckFailure(error: unknown, title: string, fallback: string, onRetry: () => void) {
  const code = errorCode(error);
  if (code === 'VALIDATION')
    return { title: t`Page not found`, text: t`The address may be mistyped, or the page has moved.` };
  const text = messageOf(error, fallback);
  return code === 'DECK_NOT_FOUND' ? { title: t`This deck was not found`, text } : { title, text, onRetry };
}
