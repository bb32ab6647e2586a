import { parseCodeOrAlias } from '@zawadi/contract/voucher-alias';
import { voucherCodeWithin } from '@zawadi/contract/voucher-code';
import { openGlobalSearch } from './find-requests.ts';

const GIFT_LINK = /\/v\/[\w-]{32}/u;

/**
 * Changes a list's filters. If the text is a whole voucher code, alias or gift link, opens the global search instead: browsers
 * and proxies would store the secret as part of the list's URL.
 */
export function divertSecretsToGlobalSearch(change: (part: Record<string, unknown>) => void) {
  return (part: Record<string, unknown>): void => {
    const { search } = part;
    if (typeof search !== 'string' || !isSecret(search)) return change(part);
    openGlobalSearch(search);
    return change({ ...part, search: undefined });
  };
}

/** Returns whether this text alone is enough to spend a voucher. */
export function isSecret(text: string): boolean {
  return (parseCodeOrAlias(text) ?? voucherCodeWithin(text)) !== undefined || GIFT_LINK.test(text);
}
