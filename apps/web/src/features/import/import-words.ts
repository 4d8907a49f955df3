import { t } from '@lingui/core/macro';

/** Reason for a failed import, as one sentence. */
export function failureSentence(code: string): string {
  switch (code) {
    case 'empty':
      return t`The file is empty.`;
    case 'not-a-card-file':
      return t`This is not a file with cards. Choose an Anki package, a table or a text.`;
    case 'not-anki':
      return t`This is not an Anki package.`;
    case 'damaged':
      return t`The file is damaged. Export it again and choose the new file.`;
    case 'encrypted':
      return t`The file is encrypted. Export it without a password.`;
    case 'newer-anki':
      return t`The file was made by a newer Anki. Export it with support for older versions.`;
    case 'needs-newer-anki-file':
      return t`The file holds only a note that asks for a newer Anki. Export it again.`;
    case 'expands-too-far':
      return t`The file expands to far more than it should, so it was not opened.`;
    case 'too-many-entries':
      return t`The file contains too many pictures and sounds.`;
    case 'unsafe-database':
      return t`The file contains commands, which no file with cards needs, so it was not opened.`;
    case 'too-large':
      return t`The file is too large.`;
    case 'too-slow':
    case 'too-much-memory':
    case 'too-much-disk':
      return t`Reading the file takes too much. Export fewer decks at once.`;
    case 'no-cards':
      return t`The file contains no cards.`;
    case 'no-usable-cards':
      return t`The file contains no card with two sides that can be shown.`;
    case 'sides-too-long':
      return t`Each card of the file has a side with more than 10,000 characters.`;
    case 'unknown-encoding':
      return t`The letters of the file could not be read. Save it as UTF-8.`;
    case 'reader-failed':
      return t`This file could not be read.`;
    case 'history-from-future':
      return t`The archive contains answers from the future, so it was not opened.`;
    case 'history-invalid':
      return t`The answers in the archive contradict each other, so nothing was added.`;
    case 'upload-lost':
      return t`The uploaded file was lost. Choose it again.`;
    case 'limit-reached':
      return t`There is no room for these decks. Delete decks that you do not need, or leave some out.`;
    default:
      return t`The import ended early. You can undo what it added and try again.`;
  }
}

/** What an import cannot represent, as one sentence without its number. */
export function reportSentence(code: string): string {
  switch (code) {
    case 'filtered-deck':
      return t`Cards of filtered decks go to their home decks`;
    case 'learning-steps':
      return t`Cards in learning steps are due on their day`;
    case 'buried':
      return t`Buried cards are shown again`;
    case 'css':
    case 'formatting':
      return t`Colours, fonts and positions are left out`;
    case 'script':
      return t`Scripts are left out`;
    case 'remote-media':
      return t`Pictures and sounds of other websites are left out`;
    case 'speech':
      return t`Speech of templates is left out`;
    case 'latex':
      return t`LaTeX that cannot be drawn is shown as code`;
    case 'shape':
      return t`Hidden shapes become rectangles`;
    case 'template':
    case 'empty-side':
    case 'no-card':
    case 'cloze':
      return t`Cards that cannot be shown are left out`;
    case 'side-too-long':
    case 'field-too-long':
      return t`Texts with more than 10,000 characters are left out`;
    case 'duplicate-guid':
    case 'duplicate':
      return t`Repeated cards are left out`;
    case 'similar':
      return t`Cards differ from others only by case or accents`;
    case 'missing-media':
      return t`Pictures and sounds are missing in the file`;
    case 'unused-media':
      return t`Pictures and sounds that no card uses are left out`;
    case 'bad-media':
      return t`Pictures and sounds that cannot be shown are left out`;
    case 'media-mismatch':
      return t`Pictures and sounds are damaged`;
    case 'media-too-large':
      return t`Pictures and sounds above 10 MB are left out`;
    case 'media-no-room':
      return t`Pictures and sounds for which your storage has no room are left out`;
    case 'reviews-without-card':
    case 'bad-reviews':
      return t`Reviews without a card are left out`;
    case 'bad-schedule':
      return t`Cards whose schedule makes no sense start as new`;
    case 'no-front':
    case 'no-back':
    case 'no-separator':
      return t`Lines without two sides are left out`;
    case 'extra-cells':
      return t`Cells beyond the columns are left out`;
    case 'name-shortened':
      return t`Names are shortened`;
    default:
      return t`There are further remarks`;
  }
}
