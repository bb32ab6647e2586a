import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { sample } from './example-values.ts';
import { claimToken } from './link-tokens.ts';
import { uuid } from './text.ts';
import { takesPicture } from './users-account.ts';

/** The smallest gift, in whole shillings, that may carry a photo. */
export const GIFT_PHOTO_FROM_SHILLINGS = 200;

const byLink = {
  audience: 'anyone',
  tag: 'Gifts',
  body: z.object({ claimToken }),
  example: { body: { claimToken: sample.token } },
  refusals: ['voucher_not_found', 'voucher_not_yet_delivered', 'not_found', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 60, token: { field: 'claimToken', perMinute: 30 } },
} as const;

export const putGiftPhoto = endpoint({
  method: 'POST',
  path: '/api/gift-photos/v1/purchases/:requestId',
  audience: 'consumer',
  tag: 'Gifts',
  summary:
    'Add a photo of the giver to an unpaid gift from KES 200; we cut it to a square of 512 pixels and remove its metadata',
  params: z.object({ requestId: uuid }),
  example: { params: { requestId: sample.id } },
  ...takesPicture,
  answer: nothing,
  message: 'Photo added',
  refusals: [...takesPicture.refusals, 'feature_off', 'not_found', 'already_paid', 'photo_gift_too_small'],
});

export const deleteGiftPhoto = endpoint({
  method: 'DELETE',
  path: '/api/gift-photos/v1/purchases/:requestId',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Remove the photo from a gift that the signed-in consumer gave; also succeeds if there is none',
  params: z.object({ requestId: uuid }),
  example: { params: { requestId: sample.id } },
  answer: nothing,
  message: 'Photo removed',
  refusals: ['not_found'],
});

/** A POST, because no link preview or cache may get the photo. It does not open the gift. */
export const showGiftPhoto = endpoint({
  method: 'POST',
  path: '/api/gift-photos/v1/show',
  summary: 'Get the photo of the giver behind a claim link, as image/webp',
  ...byLink,
  answer: z.unknown(),
});

export const reportGiftPhoto = endpoint({
  method: 'POST',
  path: '/api/gift-photos/v1/report',
  summary: 'Report the photo behind a claim link: hides it at once, until support decides',
  ...byLink,
  answer: nothing,
  message: 'Thank you. The photo is hidden, and support looks at it.',
});
