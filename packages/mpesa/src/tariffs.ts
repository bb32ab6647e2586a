/** Charge in whole shillings for amounts up to `upTo`. */
type Band = { upTo: number; charge: number };

const LARGEST = 250_000;

/** B2C to registered customers, paid by the business: tariff of August 2023. */
const B2C: readonly Band[] = [
  { upTo: 100, charge: 0 },
  { upTo: 1_500, charge: 5 },
  { upTo: 5_000, charge: 9 },
  { upTo: 20_000, charge: 11 },
  { upTo: LARGEST, charge: 13 },
];

/** Pay bill and till, paid by the business: tariff of 2024. Some agreements are cheaper. */
const B2B: readonly Band[] = [
  { upTo: 100, charge: 0 },
  { upTo: 500, charge: 5 },
  { upTo: 1_000, charge: 10 },
  { upTo: 1_500, charge: 15 },
  { upTo: 2_500, charge: 20 },
  { upTo: 3_500, charge: 25 },
  { upTo: 5_000, charge: 34 },
  { upTo: 7_500, charge: 42 },
  { upTo: 10_000, charge: 48 },
  { upTo: 15_000, charge: 57 },
  { upTo: 20_000, charge: 62 },
  { upTo: 25_000, charge: 67 },
  { upTo: 30_000, charge: 72 },
  { upTo: 35_000, charge: 83 },
  { upTo: 40_000, charge: 99 },
  { upTo: 45_000, charge: 103 },
  { upTo: LARGEST, charge: 108 },
];

/** Returns M-PESA's charge for a payment to a phone, in whole shillings. */
export function b2cCharge(amountShillings: number): number {
  return chargeIn(B2C, amountShillings);
}

/** Returns the largest charge for a payment to a till or pay bill, in whole shillings. */
export function largestB2bCharge(amountShillings: number): number {
  return chargeIn(B2B, amountShillings);
}

function chargeIn(bands: readonly Band[], amountShillings: number): number {
  return bands.find(({ upTo }) => amountShillings <= upTo)?.charge ?? bands.at(-1)?.charge ?? 0;
}
