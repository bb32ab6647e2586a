const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });

/** `1,234` of a number of shillings, with a true minus when it is below nothing. */
export function signedText(amountShillings: number): string {
  return figures.format(amountShillings).replace('-', '\u2212');
}
