import { z } from 'zod';

const cents = z.coerce.bigint();

/** Content of an invoice at its issue. Amounts are cents as text, because JSON numbers lose large integers. */
export const invoiceContent = z.object({
  seller: z.object({ name: z.string(), kraPin: z.string(), address: z.string() }),
  buyer: z.object({
    name: z.string(),
    merchantCode: z.string(),
    kraPin: z.string(),
    address: z.string(),
  }),
  /** Settlement batches paid in the month. */
  lines: z.array(
    z.object({
      batchId: z.string(),
      paidAt: z.string(),
      amountCents: cents,
      feeCents: cents,
      vatBasisPoints: z.number(),
    }),
  ),
  /** One entry per VAT rate: two or more if the rate changed within the month. */
  vat: z.array(z.object({ vatBasisPoints: z.number(), feeCents: cents, vatCents: cents })),
});
export type InvoiceContent = z.infer<typeof invoiceContent>;

const ALL_BASIS_POINTS = 10_000n;

/**
 * Computes the VAT included in fees, by rate. Rounds the sum of each rate once, half a cent up.
 * @param lines fees in cents, and VAT rates in hundredths of a percent of the fee without VAT
 */
export function vatIn(lines: readonly { feeCents: bigint; vatBasisPoints: number }[]): InvoiceContent['vat'] {
  const byRate = Map.groupBy(lines, ({ vatBasisPoints }) => vatBasisPoints);
  return [...byRate].map(([vatBasisPoints, ofRate]) => {
    const feeCents = ofRate.reduce((sum, line) => sum + line.feeCents, 0n);
    const rate = BigInt(vatBasisPoints);
    const whole = ALL_BASIS_POINTS + rate;
    return { vatBasisPoints, feeCents, vatCents: (2n * feeCents * rate + whole) / (2n * whole) };
  });
}
