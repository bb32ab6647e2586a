import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';

type ShownChannel = NonNullable<MerchantSettings['payoutChannel']>['channel'];

/** Describes a pay-out channel: `M-PESA 0712 000 001`, `Till 123456`, `Equity Bank, account 0123`. */
export function payoutChannelText(channel: ShownChannel): string {
  if (channel.kind === 'mpesa') return `M-PESA ${formatMsisdn(channel.msisdn)}`;
  if (channel.kind === 'till') return say('Till {number}', { number: channel.tillNumber });
  const recipient =
    channel.kind === 'bank' ? channel.bankName : say('Pay bill {number}', { number: channel.payBillNumber });
  return say('{recipient}, account {number}', { recipient, number: channel.accountNumber });
}
