import { parseVoucherCode, voucherCodeWithin } from '@zawadi/contract/voucher-code';
import { askToFind } from './find-requests.ts';

const GIFT_LINK = /\/v\/[\w-]{32}/u;

/**
 * Changes the filters of a list, but for a whole code or link of a gift: the address of a list is kept by the browser and by
 * proxies, so what can be spent is looked for by the search of everything.
 */
export function findSecretsElsewhere(change: (part: Record<string, unknown>) => void) {
  return (part: Record<string, unknown>): void => {
    const { search } = part;
    if (typeof search !== 'string' || !isSecret(search)) return change(part);
    askToFind(search);
    return change({ ...part, search: undefined });
  };
}

/** Whether whoever has the text can spend a voucher. */
export function isSecret(text: string): boolean {
  return (parseVoucherCode(text) ?? voucherCodeWithin(text)) !== undefined || GIFT_LINK.test(text);
}
