/** What the dialog takes is 65,536 letters of a `data:` address. */
export const MAX_SHOWN_BYTES = 48_000;
/** As wide or high as a logo is seen anywhere, on a screen of three dots a pixel. */
const LARGEST = 160;

/** A picture of any size, as large as it is shown; what is small, an SVG or no picture stays as it is. */
export async function shrinkLogo(file: Blob): Promise<Blob> {
  if (file.size <= MAX_SHOWN_BYTES || file.type === 'image/svg+xml') return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((drawn) => resolve(drawn ?? file), 'image/png'));
}
