import { PICTURE_BYTES_AT_MOST } from '@zawadi/contract/users-account';
import { PICTURE_MEDIA_TYPES } from '@zawadi/contract/users-account';
import { say } from '../../i18n/say.ts';
import { squareOf, type Crop } from './crop.ts';

/** Twice the side that the server stores, so that the server has enough pixels to shrink. */
const SIDE_PX = 512;

export const PICTURE_TYPES = PICTURE_MEDIA_TYPES.join(',');

/** Returns the problem with a chosen file, by its size and media type; undefined if there is none. */
export function problemWithPicture({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (!PICTURE_MEDIA_TYPES.some((known) => known === type))
    return say('We could not read this picture. Please choose another.');
  return size > PICTURE_BYTES_AT_MOST ? say('Please choose a picture of at most 5 MB') : undefined;
}

/** Draws the crop square onto the whole canvas. Transparent areas become white, as on the server. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { x, y, side } = squareOf(picture, crop);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** Makes a picture file of the crop square. */
export async function cropped(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  drawCrop(canvas, picture, crop);
  const content = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn, 'image/jpeg', 0.9));
  if (content === null) throw new Error('the canvas produced no picture');
  return new File([content], 'picture.jpg', { type: content.type });
}
