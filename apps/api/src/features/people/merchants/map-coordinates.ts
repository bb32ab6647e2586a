/** A point of the earth, in degrees. */
export type Coordinates = { latitude: number; longitude: number };

const NUMBER = String.raw`(-?\d{1,3}\.\d{1,12}|-?\d{1,3})`;

/** Forms in which map services write coordinates, the most exact first. The first group is the latitude. */
const FORMS = [
  // Google: the marked place, which may differ from the centre of the map.
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`, 'u'),
  // OpenStreetMap's marker.
  new RegExp(`[?&#]mlat=${NUMBER}&mlon=${NUMBER}`, 'u'),
  // Google, Apple and Waze.
  new RegExp(
    `[?&](?:query|q|ll|sll|destination|daddr|coordinate|to)=(?:ll\\.|loc:)?${NUMBER},${NUMBER}(?:[&#]|$)`,
    'u',
  ),
  // Google: the centre of the map.
  new RegExp(`/@${NUMBER},${NUMBER}(?:,|/|$)`, 'u'),
  new RegExp(`#map=\\d{1,2}(?:\\.\\d+)?/${NUMBER}/${NUMBER}(?:[&/]|$)`, 'u'),
];

/**
 * Reads the coordinates that a map link contains. Short links and words contain none.
 * @returns undefined if there are none, or if they are no point of the earth
 */
export function coordinatesIn(mapLink: string): Coordinates | undefined {
  const text = decoded(mapLink).replaceAll(/,[+\s]+/gu, ',');
  const match = FORMS.map((form) => form.exec(text)).find((found) => found !== null);
  if (!match) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}
