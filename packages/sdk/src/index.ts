export { createZawadi, type Zawadi } from './create-zawadi.ts';
export { ZawadiConnectionError, ZawadiRefusal, ZawadiWebhookError, type FieldError } from './errors.ts';
export type { RefusalCode } from './refusal-codes.ts';
export type {
  EventFilters,
  ListedEvent,
  SentEvent,
  ZawadiEvent,
  ZawadiEventData,
  ZawadiEventType,
} from './events.ts';
export type { Page } from './lists.ts';
export type {
  CreatedVoucher,
  Hold,
  HoldFilters,
  IssuedVoucher,
  Kept,
  NewHold,
  NewVoucher,
  Recipient,
  RedeemedVoucher,
  Redemption,
  ReversedVoucher,
  Settlement,
  SettlementDetails,
  SettlementFilters,
  Transaction,
  TransactionFilters,
  Voucher,
  VoucherDetails,
  VoucherFilters,
  VoucherStatus,
} from './objects.ts';
export type { Answered, AnswerInfo, ReadOptions, WriteOptions } from './send.ts';
export type { ZawadiSettings } from './settings.ts';
export { signWebhook } from './sign-webhook.ts';
export { verifyWebhook } from './verify-webhook.ts';
