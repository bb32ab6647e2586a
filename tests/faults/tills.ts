import { redeemVoucher, showCodeByLink, type CallAnswer } from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { pay, registerGift, untilPurchase } from './payments.ts';
import type { Surroundings } from './processes.ts';

export type Redemption = {
  code: string;
  key: string;
  amount: number;
  answer: CallAnswer<typeof redeemVoucher>;
};

/** A user buys themselves a gift. @returns its code */
export async function buyCode(product: Surroundings, amount: number): Promise<string> {
  const buyer = await newConsumer(product);
  const gift = await registerGift(product, buyer, amount);
  await pay(product, buyer, gift);
  await product.sandbox.answerPrompt(buyer.phoneNumber, gift.billReferenceNumber, { pin: '1234' });
  const { voucher } = await untilPurchase(product, buyer, gift, 'COMPLETED');
  const { code } = await product.api.call(showCodeByLink, {
    body: { claimToken: voucher?.claimToken ?? '' },
  });
  return code;
}

/** Redeems under one key until there is an answer, like a till that must know whether the goods are paid. */
export async function redeem(
  { api }: Pick<Surroundings, 'api'>,
  basic: string,
  wanted: Omit<Redemption, 'answer'>,
): Promise<{ answer: Redemption['answer']; isReplay: boolean }> {
  const { code, key, amount } = wanted;
  const request = { params: { id: code }, headers: { 'idempotency-key': key }, body: { amount } };
  for (;;) {
    try {
      const { answer, headers } = await api.send(redeemVoucher, request, { basic });
      return { answer, isReplay: headers.get('idempotent-replayed') === 'true' };
    } catch (error) {
      // The first request with this key is still running.
      if (!(error instanceof Refused && error.code === 'idempotency_key_in_use')) throw error;
    }
  }
}
