import { randomInt } from 'node:crypto';
import type { WebhookData, WebhookType } from '@zawadi/contract';
import { newRandomId } from '../../../platform/ids.ts';

const currency = 'KES';
const settlement = () => {
  const id = `ST-20261120-${String(randomInt(100_000)).padStart(5, '0')}`;
  return { settlement_id: id, batch_id: id, currency: 'KES' as const };
};

const SAMPLES: { [T in WebhookType]: () => WebhookData<T> } = {
  'voucher.created': () => ({
    voucher_id: newRandomId(),
    amount: 500,
    currency,
    expires_at: '2028-06-30T20:59:59.999Z',
    reference: 'order 1042',
  }),
  'voucher.redeemed': () => ({
    voucher_id: newRandomId(),
    redemption_id: newRandomId(),
    amount: 350,
    balance: 150,
    status: 'PARTIALLY_REDEEMED',
    currency,
  }),
  'voucher.voided': () => ({ voucher_id: newRandomId(), amount: 500, currency, reference: 'order 1042' }),
  'voucher.held': () => ({
    hold_id: newRandomId(),
    voucher_id: newRandomId(),
    amount: 350,
    balance: 150,
    expires_at: '2026-11-21T08:15:30.123Z',
    reference: 'order 1042',
    currency,
  }),
  'voucher.hold_captured': () => {
    const hold_id = newRandomId();
    return {
      hold_id,
      voucher_id: newRandomId(),
      redemption_id: hold_id,
      amount: 350,
      captured_amount: 300,
      reference: 'order 1042',
      currency,
    };
  },
  'voucher.hold_released': () => ({
    hold_id: newRandomId(),
    voucher_id: newRandomId(),
    amount: 350,
    reason: 'released',
    reference: 'order 1042',
    currency,
  }),
  'transaction.completed': () => {
    const redemption_id = newRandomId();
    return {
      transaction_id: redemption_id,
      type: 'redemption',
      redemption_id,
      voucher_id: newRandomId(),
      amount: 350,
      currency,
    };
  },
  'settlement.processed': () => ({
    ...settlement(),
    amount: 350,
    fee: 3,
    net: 347,
    transaction_count: 1,
    receipt: 'TKN4A1B2C3',
  }),
  'payment.failed': () => ({ ...settlement(), amount: 350, reason: 'M-PESA does not know this number' }),
  'webhook.test': () => ({ message: 'Habari! This is a test. If you can read this, your webhook works.' }),
};

/** Builds made-up data for a sample event of this type. Its ids do not exist. */
export function sampleDataOf(type: WebhookType): object {
  return SAMPLES[type]();
}
