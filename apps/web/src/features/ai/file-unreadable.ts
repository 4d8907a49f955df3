/** Why a file cannot be read, in a sentence for its owner. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable';
}
