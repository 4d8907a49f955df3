/** Cache of the service worker with the pictures of cards. */
export const pictureCache = 'pictures';
