import { formatKes } from '@zawadi/contract';

/** Formats `KES 1,234`, with cents if there are any. A negative amount begins with `−`. */
export function formatCents(cents: bigint): string {
  const size = sizeOf(cents);
  const rest = size % 100n === 0n ? '' : `.${String(size % 100n).padStart(2, '0')}`;
  return `${cents < 0n ? '−' : ''}${formatKes(Number(size / 100n))}${rest}`;
}

export function sizeOf(cents: bigint): bigint {
  return cents < 0n ? -cents : cents;
}
