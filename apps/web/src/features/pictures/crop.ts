/** A picture's size in pixels. */
export type Size = { width: number; height: number };

/** Crop square of a picture: `x` and `y` from 0 (left, top) to 1; zoom 1 is the largest possible square. */
export type Crop = { x: number; y: number; zoom: number };

export const ZOOM_AT_MOST = 4;

/** The largest centred square. */
export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** Returns the crop square in the picture's pixels. */
export function squareOf(
  { width, height }: Size,
  { x, y, zoom }: Crop,
): { x: number; y: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { x: x * (width - side), y: y * (height - side), side };
}

/**
 * Returns the crop after the picture was dragged under its frame; the crop stops at the picture's edges.
 * @param across distance to the right, in sides of the frame
 * @param down distance down, in sides of the frame
 */
export function dragged(size: Size, crop: Crop, { across, down }: { across: number; down: number }): Crop {
  const { side } = squareOf(size, crop);
  return {
    ...crop,
    x: shifted(crop.x, across * side, size.width - side),
    y: shifted(crop.y, down * side, size.height - side),
  };
}

// Dragging the picture to the right moves the crop to the left. Without room, the crop stays.
function shifted(place: number, distance: number, room: number): number {
  return room <= 0 ? place : Math.min(1, Math.max(0, place - distance / room));
}
