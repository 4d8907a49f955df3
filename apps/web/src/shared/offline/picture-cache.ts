/** Cache of the service worker with the pictures of cards. */
const pictureCache = 'pictures';

/** Deletes the pictures from this browser. */
export const forgetPictures = (): void => void globalThis.caches?.delete(pictureCache).catch(() => {});
