/** Image and version without a digest, of images that are not built from this repository. */
const unpinned = /(?<=\bimage: )(?!kumbuka\/)[a-z0-9./-]+:v?\d+\.\d+\.\d+(?![\w.@-])/g;

/** Returns the foreign images of a file that have no digest yet. */
export const unpinnedImages = (text: string): string[] => [...new Set(text.match(unpinned))];

/** Returns the file with the digest behind every foreign image. */
export const pinImages = (text: string, digestOf: (image: string) => string): string =>
  text.replace(unpinned, (image) => `${image}@${digestOf(image)}`);
