import type { RefusalCode } from '@zawadi/contract/refusals';

/** Refusals of the posting desk, statements and saved views. A part of the one table in `refusals.ts`. */
export const deskRefusals = {
  merchant_gone: 'Duka hili limefungwa, kwa hiyo pesa haziwezi kwenda huko.',
  receipt_needed: 'Tafadhali weka risiti ya M-PESA ya muamala huu.',
  balance_too_low: 'Akaunti haina pesa za kutosha.',
  document_missing: 'Tafadhali pakia hati tena. Hatuna tena hati hiyo.',
  document_unreadable: 'Tafadhali chagua faili la PDF, JPEG au PNG.',
  document_taken: 'Hati hii imeshapakiwa ikiwa na maudhui mengine.',
  credit_not_returnable:
    'Ni fidia, pesa zilizosubiri na malipo ya pili tu zinazoweza kurudishwa, kila moja mara moja. Rekebisha nyingine kwenye malipo yake.',
  credit_smaller: 'Kiasi kilichowekwa ni kidogo kuliko hiki.',
  posting_not_to_pay: 'Uhamisho huu hausubiri malipo ya benki.',
  posting_mismatch: 'Uhamisho huu umeshaombwa, kwa maelezo mengine.',
  view_name_used: 'Tayari una mwonekano wenye jina hili. Tafadhali chagua jina jingine.',
  views_full: 'Una mionekano 50 ya orodha hii. Tafadhali futa mmoja kwanza.',
  statement_unreadable: 'Hii si taarifa tunayoweza kusoma.',
  statement_columns_unknown: 'Hatutambui safu za taarifa hii. Tafadhali zichague.',
  statement_of_another_account: 'Taarifa hii ni ya akaunti nyingine au namba nyingine fupi.',
  statement_of_another_period: 'Taarifa hii haihusu siku ulizochagua.',
} as const satisfies Partial<Record<RefusalCode, string>>;
