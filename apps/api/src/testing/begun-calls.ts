import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import type { Endpoint, StopName } from '@zawadi/contract';
import { giftRegistration } from '@zawadi/story/payment-requests';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { basketGift, payByWallet, registerGifts } from './baskets.ts';
import type { Reply } from './call-api.ts';
import { claimCalls } from './claim-calls.ts';
import { newConsumer } from './consumers.ts';
import { makeGift } from './gifts.ts';
import { hold } from './holds.ts';
import { issue, newFundedTill } from './merchant-api-calls.ts';
import { register, registerAndStart, start, untilStatus } from './purchase-calls.ts';
import { earn, moveToYesterday, newPayee, settleOne, type Administrator } from './settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from './shops.ts';
import type { TestSystem } from './test-system.ts';
import { newTill, redeem } from './tills.ts';
import { askToRegister, registerWithdrawal, startOf } from './withdrawal-calls.ts';

type Call = () => Promise<Pick<Reply, 'outcome' | 'status' | 'headers' | 'refusal'>>;

/**
 * Lists every call that begins something new, with the stop that refuses it.
 * @returns rows whose last element prepares a call, which the test sends later
 */
export function begunCalls(
  system: TestSystem,
  { saver, shop, finance }: { saver: SignedIn; shop: Shop; finance: Administrator },
): [StopName, Endpoint, what: string, prepare: () => Promise<Call>][] {
  const gift = (amount = 100) => makeGift(system, { amount });
  const giftFor = async (person: SignedIn) => makeGift(system, { amount: 100, recipient: person });
  const newPhone = () => newPerson('Kip', 'Rotich').phoneNumber;

  const buyer = async (): Promise<SignedIn> => {
    const person = await newConsumer(system);
    await system.sandbox.setBalance(person.phoneNumber, 10_000);
    return person;
  };

  const registerGift = async (person: SignedIn): ReturnType<Call> => {
    const recipient = newPerson('Kip', 'Rotich');
    const body = giftRegistration(person, { amount: 100, recipient });
    return system.call(contract.registerTransaction, { body }, person);
  };

  return [
    [
      'buying',
      contract.registerTransaction,
      'registers a purchase',
      async () => {
        const person = await buyer();
        return () => registerGift(person);
      },
    ],
    [
      'buying',
      contract.registerBasket,
      'registers a basket',
      async () => {
        const person = await buyer();
        return () => registerGifts(system, person, [basketGift(100), basketGift(200)]);
      },
    ],
    [
      'buying',
      contract.startPurchase,
      'prompts',
      async () => {
        const person = await buyer();
        const registered = await register(system, person, { amount: 100 });
        return () => start(system, person, registered);
      },
    ],
    [
      'buying',
      contract.startPurchase,
      'prompts again',
      async () => {
        const person = await buyer();
        const registered = await registerAndStart(system, person, { amount: 100 });
        const { billReferenceNumber } = registered;
        await system.sandbox.answerPrompt(person.phoneNumber, billReferenceNumber, { cancel: true });
        await untilStatus(system, person, registered, 'CANCELED');
        const partyA = newPhone();
        return () => start(system, person, registered, { partyA });
      },
    ],
    [
      'buying',
      contract.payFromWallet,
      'pays from the wallet',
      async () => {
        const registered = await register(system, saver, { amount: 100 });
        return () => payByWallet(system, saver, registered);
      },
    ],
    [
      'buying',
      contract.createVoucher,
      'a shop’s system makes a voucher',
      async () => {
        const till = await newFundedTill(system);
        return () => issue(system, till, { amount: 100 });
      },
    ],
    [
      'buying',
      contract.makeMerchantVoucher,
      'a shop makes a voucher',
      async () => {
        const made = await newShop(system);
        await redeem(system, made, (await gift(1_000)).code);
        const body = { amount: 100, recipientName: 'Kip Rotich', message: '', attemptId: randomUUID() };
        return () => system.call(contract.makeMerchantVoucher, { body }, made.owner);
      },
    ],
    [
      'claiming',
      contract.claimVoucher,
      'claims by link',
      async () => {
        const { claimToken } = await giftFor(saver);
        return () => system.call(contract.claimVoucher, { body: { claimToken } }, saver);
      },
    ],
    [
      'claiming',
      contract.claimVoucherByCode,
      'claims by code',
      async () => {
        const { code } = await giftFor(saver);
        return () => system.call(contract.claimVoucherByCode, { body: { code } }, saver);
      },
    ],
    [
      'claiming',
      contract.sendClaimCode,
      'sends a claim code',
      async () => {
        const sent = await claimCalls(system).newGift();
        return () => claimCalls(system).send(sent.gift);
      },
    ],
    [
      'claiming',
      contract.claimAsNewPerson,
      'claims as a new person',
      async () => {
        const { newGift, prove, claim } = claimCalls(system);
        const sent = await newGift();
        const proof = await prove(sent);
        return () => claim(proof, sent.recipient);
      },
    ],
    [
      'redeeming',
      contract.redeemVoucher,
      'redeems by the API',
      async () => {
        const [till, { code }] = [await newTill(system), await gift()];
        return () => redeem(system, till, code);
      },
    ],
    [
      'redeeming',
      contract.redeemAtTill,
      'redeems at the till',
      async () => {
        const { code } = await gift();
        return () => redeemAtTillPage(system, shop.cashier, code);
      },
    ],
    [
      'redeeming',
      contract.holdVoucher,
      'holds',
      async () => {
        const [till, { code }] = [await newTill(system), await gift()];
        return () => hold(system, till, code, { amount: 50 });
      },
    ],
    [
      'withdrawing',
      contract.registerTransaction,
      'registers a withdrawal',
      async () => () => askToRegister(system, saver, 50),
    ],
    [
      'withdrawing',
      contract.startWithdrawal,
      'withdraws',
      async () => {
        const registered = await registerWithdrawal(system, saver, 50);
        return () => startOf(system, saver, registered);
      },
    ],
    [
      'settling',
      contract.runSettlements,
      'makes a batch',
      async () => {
        const payee = await newPayee(system, { kind: 'till', tillNumber: '592038' });
        await earn(system, payee, 300);
        const body = { merchantCode: payee.merchantCode, upTo: 'now' } as const;
        return () => system.call(contract.runSettlements, { body }, finance);
      },
    ],
    [
      'settling',
      contract.approveSettlement,
      'pays a batch',
      async () => {
        const payee = await newPayee(system, { kind: 'till', tillNumber: '592038' });
        await earn(system, payee, 300);
        const { batchId } = await settleOne(system, finance, payee);
        return () => system.call(contract.approveSettlement, { body: { batchId } }, finance);
      },
    ],
    [
      'settling',
      contract.settleOnDemand,
      'pays a shop now',
      async () => {
        const payee = await newPayee(system, { kind: 'till', tillNumber: '592038' });
        await earn(system, payee, 1_000);
        await moveToYesterday(system, payee);
        const by = { bearer: payee.bearer };
        const { onDemand } = (await system.call(contract.settlementCalendar, {}, by)).answer;
        const body = { attemptId: randomUUID(), amount: onDemand?.amount ?? 0, fee: onDemand?.fee ?? 0 };
        return () => system.call(contract.settleOnDemand, { body }, by);
      },
    ],
  ];
}
