import { parseVoucherCode, voucherCodeWithin } from '@zawadi/contract/voucher-code';
import { openGlobalSearch } from './find-requests.ts';

const GIFT_LINK = /\/v\/[\w-]{32}/u;

/**
 * Changes a list's filters, except by a gift's whole code or link. Browsers and proxies keep the list's address, so
 * the global search takes spendable secrets instead.
 */
export function divertSecretsToGlobalSearch(change: (part: Record<string, unknown>) => void) {
  return (part: Record<string, unknown>): void => {
    const { search } = part;
    if (typeof search !== 'string' || !isSecret(search)) return change(part);
    openGlobalSearch(search);
    return change({ ...part, search: undefined });
  };
}

/** Returns whether the text alone is enough to spend a voucher. */
export function isSecret(text: string): boolean {
  return (parseVoucherCode(text) ?? voucherCodeWithin(text)) !== undefined || GIFT_LINK.test(text);
}
