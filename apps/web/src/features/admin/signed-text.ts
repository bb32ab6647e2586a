const figures = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });

/** Formats shillings as `1,234`, with a true minus sign if negative. */
export function signedText(amountShillings: number): string {
  return figures.format(amountShillings).replace('-', '\u2212');
}
