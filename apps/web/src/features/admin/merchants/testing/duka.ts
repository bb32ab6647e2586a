import { sample } from '@zawadi/contract/example-values';
import { merchant, type Merchant } from '@zawadi/contract/merchants';
import type { ListedMerchant } from '@zawadi/contract/merchants-admin';
import { emptyAnswer } from '../../../../testing/empty-answer.ts';

/**
 * Makes an active shop that is owed nothing.
 * @param details fields that differ
 */
export function dukaOf(details: Partial<Merchant> = {}): Merchant {
  return {
    ...merchant.parse(emptyAnswer({ answer: merchant })),
    merchantId: sample.id,
    merchantCode: 'DUKA001',
    businessName: 'Duka la Zambarau',
    contactName: 'Wanjiku Kamau',
    contactEmail: 'wanjiku@example.test',
    contactPhoneNumber: '254722000103',
    status: 'ACTIVE',
    brandingConfig: { primaryColor: '#7A2E12' },
    apiKey: 'zk_live_0123456789abcdef',
    ...details,
  };
}

/** Makes the same shop in the form of the merchants list. */
export function listedDuka(details: Partial<ListedMerchant> = {}): ListedMerchant {
  return { ...dukaOf(), owed: 0, payoutChannel: 'M-Pesa', ...details };
}
