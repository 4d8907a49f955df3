/** Kind of a card whose sides are a picture with covered parts. */
export const pictureKind = 'image-occlusion';
