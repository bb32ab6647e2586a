import { MPESA_TEMPLATES, type PostingTemplate } from '@zawadi/contract';

/** Whether a template moves money at M-PESA, whose receipt it then needs. */
export function isAtMpesa(template: PostingTemplate): boolean {
  return MPESA_TEMPLATES.includes(template);
}

/** Names of the templates in summaries and files. */
export const TEMPLATE_WORDS: Record<PostingTemplate, string> = {
  'bank-float-in': 'Bank float put in',
  'bank-float-out': 'Bank float taken out',
  'payout-float-in': 'M-PESA float put in',
  'payout-float-out': 'M-PESA float taken out',
  'bank-to-payout': 'Bank to M-PESA',
  'payout-to-bank': 'M-PESA to bank',
  'bank-charge': 'Bank charge',
  'unclaimed-paid': 'Unclaimed money paid over',
  'goodwill-consumer': 'Goodwill to a person',
  'goodwill-merchant': 'Goodwill to a merchant',
  'credit-taken-back': 'Wrong credit taken back',
  'legal-order': 'Estate, court or tax order',
};
