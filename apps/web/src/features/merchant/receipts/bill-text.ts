import type { TillBill } from '@zawadi/contract/till-bill';
import { say } from '../../../i18n/say.ts';

export const PAID_BY = ['cash', 'card', 'mpesa'] as const satisfies TillBill['paidBy'][];

/** Says how the rest of a bill was paid: `M-PESA UKL1A2B3C4`. */
export function paidByText({ paidBy, mpesaReceipt }: Pick<TillBill, 'paidBy' | 'mpesaReceipt'>): string {
  if (paidBy === 'cash') return say('Cash');
  if (paidBy === 'card') return say('Bank card');
  return mpesaReceipt === undefined ? 'M-PESA' : `M-PESA ${mpesaReceipt}`;
}
