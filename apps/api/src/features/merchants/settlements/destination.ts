import type { FeesAndLimits } from '@zawadi/contract';
import { z } from 'zod';
import { isPaidByBankFile, payeeInWords, type PayoutChannel } from '../../people/merchants/index.ts';

export type Method = 'b2c' | 'b2b' | 'bank-file';

/** Destination of a batch, as stored with the batch and every attempt. */
const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mpesa'), msisdn: z.string() }),
  z.object({ kind: z.literal('till'), tillNumber: z.string() }),
  z.object({ kind: z.literal('paybill'), payBillNumber: z.string(), accountNumber: z.string() }),
  z.object({
    kind: z.literal('bank'),
    bankName: z.string(),
    payBillNumber: z.string(),
    accountNumber: z.string(),
  }),
]);
export type Destination = z.infer<typeof destination>;

/** Parses a stored destination. Also accepts a merchant's pay-out channel, and drops its other fields. */
export function readDestination(kept: unknown): Destination {
  return destination.parse(kept);
}

type BankRoute = Pick<FeesAndLimits, 'bankRoute'>;

/** Returns the payment method: M-PESA to a phone, M-PESA to a business, or the bank file. */
function methodFor(to: Destination, { bankRoute }: BankRoute): Method {
  if (to.kind === 'mpesa') return 'b2c';
  return isPaidByBankFile(to, { bankRoute }) ? 'bank-file' : 'b2b';
}

/** Returns the destination and method for a batch, from the merchant's current pay-out channel. */
export function planFor(
  channel: PayoutChannel,
  route: BankRoute,
): { destination: Destination; method: Method; shownAs: PayoutChannel['shownAs'] } {
  const to = readDestination(channel);
  return { destination: to, method: methodFor(to, route), shownAs: channel.shownAs };
}

/** Formats `Till 123456` or `Equity Bank ••••4321`: enough for the merchant to recognise its own account. */
export function nameOf(to: Destination): string {
  return payeeInWords(to, { isMasked: true });
}
