import {
  refusals,
  shillingsOf,
  type HandlerAnswer,
  type RefusalCode,
  type redeemVoucher,
} from '@zawadi/contract';
import type { PostedTransfer } from '../../ledger/index.ts';
import type { Notice } from '../notifications/index.ts';
import { statusOf } from '../vouchers/index.ts';
import type { WebhookEvent } from '../webhooks/index.ts';
import type { Asked, Found, Recorded, Server } from './store.ts';

export type RedeemRequest = Asked & {
  amountShillings: number | undefined;
  businessName: string;
  server: Server;
};

/** What is stored with an idempotency key and told again to whoever repeats it. */
export type StoredAnswer = { answer: HandlerAnswer<typeof redeemVoucher> } | { refusal: RefusalCode };

/** One request that has to be decided. Its redemption's id follows from its key, so a repetition finds it again. */
export type Work = { request: RedeemRequest; found: Found; redemptionId: string };

export function refusedRecord(work: Work, refusal: RefusalCode): Recorded {
  const answer: StoredAnswer = { refusal };
  return { ...keyOf(work), status: refusals[refusal].status, answer: JSON.stringify(answer) };
}

export function redeemedRecord(work: Work, transfer: PostedTransfer): Recorded {
  const { found, redemptionId } = work;
  const { amountCents, debitBalanceAfterCents: balanceAfterCents = 0n } = transfer;
  const answer: StoredAnswer = {
    answer: {
      id: found.voucherId,
      object: 'voucher',
      status: statusOf({ ...found, balanceCents: balanceAfterCents }),
      amount: shillingsOf(found.faceCents),
      balance: shillingsOf(balanceAfterCents),
      currency: 'KES',
      expires_at: found.expiresAt.toISOString(),
      redemption: { id: redemptionId, amount: shillingsOf(amountCents) },
    },
  };
  const { recipientName } = found;
  const { server } = work.request;
  const redemption = { id: redemptionId, amountCents, balanceAfterCents, recipientName, server };
  return { ...keyOf(work), status: 200, answer: JSON.stringify(answer), redemption };
}

function keyOf({ request, found }: Work) {
  const { merchantId, scope, fingerprint, reference } = request;
  const codeKey = 'codeKey' in reference ? reference.codeKey : null;
  return { voucherId: found.voucherId, merchantId, scope, fingerprint, codeKey };
}

/** Reads what one of the two functions above wrote. */
export function parseAnswer(stored: string): StoredAnswer {
  return JSON.parse(stored) as StoredAnswer;
}

/** The recipient hears of every spending, as M-PESA customers are used to. */
export function noticeFor({ request, found }: Work, record: Recorded | undefined): Notice[] {
  if (!record?.redemption || found.recipientMsisdn === null) return [];
  const { id, amountCents, balanceAfterCents } = record.redemption;
  const data = {
    voucherId: found.voucherId,
    amount: shillingsOf(amountCents),
    balance: shillingsOf(balanceAfterCents),
    businessName: request.businessName,
  };
  const language = found.recipientLanguage ?? undefined;
  return [{ template: 'voucher-redeemed', data, sms: found.recipientMsisdn, language, dedupeKey: id }];
}

/** What the merchant's own system hears of it; nothing where none listens, so that most redemptions write nothing. */
export function eventsFor({ request, found }: Work, record: Recorded | undefined): WebhookEvent[] {
  if (!record?.redemption || !found.hasWebhook) return [];
  const { id: redemption_id, amountCents, balanceAfterCents } = record.redemption;
  const { merchantId } = request;
  const { voucherId: voucher_id } = found;
  const amount = shillingsOf(amountCents);
  const status = statusOf({ ...found, balanceCents: balanceAfterCents });
  const balance = shillingsOf(balanceAfterCents);
  return [
    {
      merchantId,
      type: 'voucher.redeemed',
      data: { voucher_id, redemption_id, amount, balance, status, currency: 'KES' },
      dedupeKey: redemption_id,
    },
    {
      merchantId,
      type: 'transaction.completed',
      data: {
        transaction_id: redemption_id,
        type: 'redemption',
        redemption_id,
        voucher_id,
        amount,
        currency: 'KES',
      },
      dedupeKey: redemption_id,
    },
  ];
}
