import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { formatMsisdn } from '@zawadi/contract/text';

type ShownChannel = NonNullable<MerchantSettings['payoutChannel']>['channel'];

/** Where money goes, in words: `M-PESA 0712 000 001`, `Till 123456`, `Equity Bank, account 0123`. */
export function payoutChannelText(channel: ShownChannel): string {
  if (channel.kind === 'mpesa') return `M-PESA ${formatMsisdn(channel.msisdn)}`;
  if (channel.kind === 'till') return `Till ${channel.tillNumber}`;
  const recipient = channel.kind === 'bank' ? channel.bankName : `Pay bill ${channel.payBillNumber}`;
  return `${recipient}, account ${channel.accountNumber}`;
}
