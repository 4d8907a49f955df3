import { mediaLimits } from '@kumbuka/contracts/media';

/** Longer sides that are tried until the picture is small enough to be sent, in pixels. */
const sides = [mediaLimits.side, 1_100, 700];
const quality = 0.85;

const blobOf = (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality));

async function drawnAt(bitmap: ImageBitmap, side: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return blobOf(canvas);
}

/** The picture itself where it is small, else drawn smaller; `null` when the browser cannot read it. */
async function smallPicture(file: Blob): Promise<Blob | null> {
  if (file.size <= mediaLimits.uploadBytes) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  for (const side of sides) {
    const drawn = await drawnAt(bitmap, side);
    if (drawn && drawn.size <= mediaLimits.uploadBytes) return drawn;
  }
  return null;
}

const base64Of = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.readAsDataURL(blob);
  });

/** A picture or sound in base64 as it is sent; `null` when it is too large or cannot be read. */
export async function readMedia(file: File): Promise<string | null> {
  const small = file.type.startsWith('image/') ? await smallPicture(file) : file;
  return small && small.size <= mediaLimits.uploadBytes ? base64Of(small) : null;
}
