import { z } from 'zod';

/** Phone number as people write it: 07…, 01…, 7…, 1…, +254… or 254…. */
export const msisdn = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/g, '').replace(/^(\+?254|0)?(?=[17]\d{8}$)/, '254'))
  .pipe(z.string().regex(/^254[17]\d{8}$/));

export const phoneParams = z.object({ msisdn });
