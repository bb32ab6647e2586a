const figures = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats cents as `1,234.50`, with a true minus sign. Only the screens about the ledger show cents. */
export function centsText(amountCents: number): string {
  return figures.format(amountCents / 100).replace('-', '\u2212');
}
