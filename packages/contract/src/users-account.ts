import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { nothing } from './envelope.ts';
import { opaqueToken, presentedPassword, secondFactor } from './text.ts';

/** Largest size of an uploaded picture, before we scale it down. */
export const PICTURE_BYTES_AT_MOST = 5 * 1024 * 1024;
export const PICTURE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The request's body is the picture file itself, with its own media type. */
export const takesPicture = {
  upload: { mediaTypes: PICTURE_MEDIA_TYPES, maximumBytes: PICTURE_BYTES_AT_MOST },
  body: z.file({ error: 'Please choose a picture' }),
  refusals: [
    'picture_unreadable',
    'body_too_large',
    'unsupported_media_type',
    'too_many_requests',
    'overloaded',
  ],
} as const;

export const putPicture = endpoint({
  method: 'POST',
  path: '/api/auth/v1/picture',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Set the profile picture; we cut it to a square of 256 pixels and remove its metadata',
  ...takesPicture,
  answer: z.object({ pictureUrl: z.string() }),
  message: 'Picture saved',
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/api/auth/v1/picture',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Remove the profile picture; also succeeds if there is none',
  answer: nothing,
  message: 'Picture removed',
  refusals: [],
});

/** Serves the URL in `pictureUrl`. Its name is random and changes with every new picture. */
export const readPicture = endpoint({
  method: 'GET',
  path: '/api/users/v1/pictures/:name',
  audience: 'anyone',
  tag: 'Account',
  summary: 'Get a profile picture, as image/webp',
  params: z.object({ name: opaqueToken }),
  example: { params: { name: sample.token } },
  answer: z.unknown(),
  refusals: ['not_found'],
  rate: { perMinute: 6_000, guesses: 'none' },
});

/** Answers with a JSON file, without an envelope. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/auth/v1/export',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Download all data about me, as a JSON file',
  body: z.object({ password: presentedPassword, otp: secondFactor.optional() }),
  example: { body: { password: sample.password, otp: sample.otp } },
  answer: z.unknown(),
  refusals: [
    'password_wrong',
    'password_reset_needed',
    'otp_required',
    'verification_code_invalid',
    'too_many_requests',
    'overloaded',
  ],
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/v1/delete-account',
  audience: 'consumer',
  tag: 'Account',
  summary: 'Delete my account permanently; needs an empty wallet and no open payment',
  body: z.object({ password: presentedPassword, otp: secondFactor.optional() }),
  example: { body: { password: sample.password, otp: sample.otp } },
  answer: nothing,
  message: 'Your account was deleted',
  refusals: [
    'password_wrong',
    'password_reset_needed',
    'otp_required',
    'verification_code_invalid',
    'wallet_not_empty',
    'payment_open',
    'too_many_requests',
    'overloaded',
  ],
});
