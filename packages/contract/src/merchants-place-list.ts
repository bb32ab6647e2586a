import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample, samplePlace } from './example-values.ts';
import { openingHours, placeFields, shopPlace } from './merchants-places.ts';
import { memberRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';
import { thingName } from './thing-names.ts';

const ofOwnerAndManager = {
  audience: 'merchant',
  roles: memberRoles.ownerAndManager,
  tag: 'Merchant places',
} as const;

/** The most open places that a merchant can have. */
export const PLACES_AT_MOST = 100;

const placeName = thingName(40, 'Please enter a name, such as Westlands');

/** A place of a merchant: a branch. Balance and pay-out belong to the merchant. */
export const merchantPlace = shopPlace.extend({
  placeId: uuid,
  name: z.string(),
  /** The place that every merchant has. It cannot be closed. The main API key belongs to it. */
  isMain: z.boolean(),
  /** Null until the merchant sets opening hours. */
  openingHours: openingHours.nullable(),
  /** Absent while the place is open. */
  closedAt: timestamp.optional(),
});
export type MerchantPlace = z.infer<typeof merchantPlace>;

const answer = z.object({
  /** The main place first, then by name. Closed places last. Staff of one place get only that place. */
  places: z.array(merchantPlace),
  /** The place of the signed-in person; absent for persons of all places. */
  ownPlaceId: uuid.optional(),
});

const params = z.object({ placeId: uuid });

export const listPlaces = endpoint({
  ...ofOwnerAndManager,
  roles: memberRoles.everybody,
  method: 'GET',
  path: '/api/merchants/v1/places',
  summary: 'List the places of this merchant, including closed ones',
  answer,
  refusals: [],
});

export const addPlace = endpoint({
  ...ofOwnerAndManager,
  method: 'POST',
  path: '/api/merchants/v1/places',
  summary: 'Add a place; everyone with a gift sees it',
  body: z.object({ name: placeName, ...placeFields }),
  example: { body: { name: 'Westlands', ...samplePlace } },
  answer,
  message: 'Place added',
  refusals: ['must_change_password', 'place_name_taken', 'places_full'],
});

export const updatePlace = endpoint({
  ...ofOwnerAndManager,
  method: 'PUT',
  isForOnePlace: true,
  path: '/api/merchants/v1/places/:placeId',
  summary: 'Set what a place sells and where customers find it; everyone with a gift sees it',
  params,
  body: z.object({
    /** Stays unchanged if absent. */
    name: placeName.optional(),
    ...placeFields,
  }),
  example: { params: { placeId: sample.id }, body: { name: 'Westlands', ...samplePlace } },
  answer,
  message: 'Place saved',
  refusals: ['not_found', 'must_change_password', 'place_name_taken', 'place_closed'],
});

export const updateOpeningHours = endpoint({
  ...ofOwnerAndManager,
  method: 'PUT',
  isForOnePlace: true,
  path: '/api/merchants/v1/places/:placeId/opening-hours',
  summary: 'Set the opening hours of a place for every day of the week',
  params,
  body: z.object({ openingHours }),
  example: {
    params: { placeId: sample.id },
    body: { openingHours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ weekday: day, kind: 'closed' as const })) },
  },
  answer,
  message: 'Opening hours saved',
  refusals: ['not_found', 'must_change_password', 'place_closed'],
});

export const closePlace = endpoint({
  ...ofOwnerAndManager,
  method: 'DELETE',
  path: '/api/merchants/v1/places/:placeId',
  summary: 'Close a place: it leaves the gift page and takes no vouchers; its redemptions stay on record',
  params,
  example: { params: { placeId: sample.id } },
  answer,
  message: 'Place closed',
  refusals: ['not_found', 'must_change_password', 'place_is_main', 'place_in_use'],
});
