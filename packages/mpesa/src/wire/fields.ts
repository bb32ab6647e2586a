import { z } from 'zod';

/** Text that Daraja sends as a string or as a number: codes, receipts, phone numbers. */
export const looseText = z.union([z.string(), z.number().transform(String)]);

/** Text that may be missing or null; both become an empty text. Only for fields that no decision depends on. */
export const optionalText = looseText.nullish().transform((text) => text ?? '');

/** A list that may be missing or null; both become an empty list. A list of one item may arrive as the item itself. */
export function optionalList<Item extends z.ZodType>(item: Item) {
  return z
    .union([z.array(item), item.transform((one) => [one])])
    .nullish()
    .transform((list) => list ?? []);
}

/** A whole number of shillings, as a number or as digits. Daraja: "Only whole numbers are supported". */
export const wholeShillings = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1));

/** 2547XXXXXXXX or 2541XXXXXXXX: twelve digits, no plus. */
export const msisdn = looseText.pipe(z.string().regex(/^254[17]\d{8}$/));

/** Number of a pay bill, till or store. */
export const shortCode = looseText.pipe(z.string().regex(/^\d{5,7}$/));

export const callbackUrl = z.url({ protocol: /^https?$/ });

/** `yyyyMMddHHmmss`, Nairobi time. */
export const timestamp = looseText.pipe(z.string().regex(/^20\d{12}$/));

export const remarks = z.string().min(2).max(100);

/** Fields of an asynchronous command: its initiator, and the URLs for its result. */
export const commandRequestFields = {
  SecurityCredential: z.base64().min(1),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
};
