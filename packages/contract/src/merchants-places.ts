import { z } from 'zod';
import { msisdn, placeText } from './text.ts';
import { parseUrl } from './parse-url.ts';
import { plainSymbols, trimmedEnds } from './pasted.ts';

/** The chief towns of the 47 counties, by name. A shop in any other town chooses the last entry. */
export const TOWNS = [
  'Bomet',
  'Bungoma',
  'Busia',
  'Chuka',
  'Eldoret',
  'Embu',
  'Garissa',
  'Hola',
  'Homa Bay',
  'Isiolo',
  'Iten',
  'Kabarnet',
  'Kajiado',
  'Kakamega',
  'Kapenguria',
  'Kapsabet',
  'Kericho',
  'Kerugoya',
  'Kiambu',
  'Kilifi',
  'Kisii',
  'Kisumu',
  'Kitale',
  'Kitui',
  'Kwale',
  'Lamu',
  'Lodwar',
  'Machakos',
  'Mandera',
  'Maralal',
  'Marsabit',
  'Mbale',
  'Meru',
  'Migori',
  'Mombasa',
  'Murang’a',
  'Nairobi',
  'Nakuru',
  'Narok',
  'Nyamira',
  'Nyeri',
  'Ol Kalou',
  'Rumuruti',
  'Siaya',
  'Voi',
  'Wajir',
  'Wote',
  'Other',
] as const;

/** One of the towns, for searches. */
export const town = z
  .string()
  .refine((text) => TOWNS.some((known) => known === text), { error: 'Please choose a town' });

/** Kind of shop, by the goods that it sells. */
export const shopCategory = z.enum(
  [
    'groceries',
    'food',
    'clothes',
    'electronics',
    'chemist',
    'hardware',
    'books',
    'beauty',
    'home',
    'toys',
    'flowers',
    'services',
    'other',
  ],
  { error: 'Please choose what the shop sells' },
);
export type ShopCategory = z.infer<typeof shopCategory>;

// Accepted hosts of a map link. A gift's page shows this link, and a shop must not lead customers to other sites.
const MAP_HOSTS =
  /^(?:(?:www\.|maps\.)?google\.(?:com|co\.ke)|maps\.app\.goo\.gl|goo\.gl|(?:www\.)?openstreetmap\.org|(?:www\.)?osm\.org|maps\.apple(?:\.com)?|(?:www\.|ul\.)?waze\.com|what3words\.com)$/u;
const NO_MAP =
  'Please paste a link from Google Maps, OpenStreetMap, Apple Maps, Waze or what3words, or coordinates such as -0.2833, 36.0667';

/** An https link to a map, or coordinates in Kenya (degrees north, degrees east), which become such a link. */
export const mapLink = z
  .string()
  .overwrite(trimmedEnds)
  .max(500, { error: 'Please use at most 500 characters' })
  .transform((typed, context) => {
    const link = linkOfCoordinates(plainSymbols(typed)) ?? linkToMap(typed);
    if (link !== undefined && link.length <= 500) return link;
    context.addIssue({ code: 'custom', message: NO_MAP });
    return z.NEVER;
  });

/** Details of a shop for its customers. An empty text removes a field. */
export const placeFields = {
  category: z.enum(['', ...shopCategory.options], { error: 'Please choose what the shop sells' }),
  town: z.enum(['', ...TOWNS], { error: 'Please choose a town' }),
  street: placeText,
  /** The phone number for customers, which may differ from the contact's. */
  phoneNumber: orEmpty(msisdn),
  mapLink: orEmpty(mapLink),
};

/** The details that the shop has filled in. */
export const shopPlace = z.object({
  category: shopCategory.optional(),
  town: z.string().optional(),
  street: z.string().optional(),
  phoneNumber: z.string().optional(),
  mapLink: z.string().optional(),
});
export type ShopPlace = z.infer<typeof shopPlace>;

/** Number of the weekday: Monday is 1, Sunday is 7. */
export const weekday = z.number().int().min(1).max(7);

/** A time in Nairobi, such as `08:30`. */
export const timeOfDay = z
  .string()
  .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/u, { error: 'Please enter a time such as 08:30' });

/** If a shop closes after midnight, its closing time is earlier than its opening time. */
const hoursOfDay = z.discriminatedUnion('kind', [
  z.object({ weekday, kind: z.literal('closed') }),
  z.object({ weekday, kind: z.literal('all-day') }),
  z
    .object({ weekday, kind: z.literal('hours'), opensAt: timeOfDay, closesAt: timeOfDay })
    .refine(({ opensAt, closesAt }) => opensAt !== closesAt, {
      path: ['closesAt'],
      error: 'Please choose another hour, or “open all day”',
    }),
]);

/** Opening hours of all seven weekdays, from Monday. */
export const openingHours = z
  .array(hoursOfDay)
  .length(7, { error: 'Please fill in every day' })
  .refine((days) => days.every((day, place) => day.weekday === place + 1), {
    error: 'Please fill in every day, from Monday',
  });
export type OpeningHours = z.infer<typeof openingHours>;

/** Accepts an empty text or what the schema accepts. A union would replace the schema's error by its own. */
function orEmpty(schema: z.ZodType<string, string>) {
  return z.string().transform((typed, context) => {
    if (typed.trim() === '') return '';
    const { data, error } = schema.safeParse(typed);
    if (data !== undefined) return data;
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

function linkOfCoordinates(typed: string): string | undefined {
  const match = /^([+-]?\d{1,2}(?:\.\d{1,8})?)[,\s]+\+?(\d{2}(?:\.\d{1,8})?)$/u.exec(typed);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  const isInKenya = latitude > -5 && latitude < 5.6 && longitude > 33.8 && longitude < 42;
  if (!isInKenya) return undefined;
  return `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}`;
}

function linkToMap(typed: string): string | undefined {
  const url = parseUrl(typed);
  if (url === undefined || url.protocol !== 'https:' || url.port !== '') return undefined;
  const isPlain = url.username === '' && url.password === '' && MAP_HOSTS.test(url.hostname);
  // Google and goo.gl can redirect to any site, so only their paths for maps are accepted.
  const isOnlyMaps =
    !/(?:^|\.)(?:google\.|goo\.gl$)/u.test(url.hostname) || url.hostname === 'maps.app.goo.gl';
  const isMap = isOnlyMaps || /^\/maps(?:\/|$)/u.test(url.pathname);
  const isOldMap = url.hostname.startsWith('maps.') && url.pathname === '/';
  return isPlain && (isMap || isOldMap) ? url.href : undefined;
}
