import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { DEMO_PASSWORD, signIn, type SignedIn } from '@zawadi/story/people';
import { newConsumer } from './consumers.ts';
import { makeGift } from './gifts.ts';
import { hold } from './holds.ts';
import { register } from './purchase-calls.ts';
import { issueSampleInvoice } from './sample-invoice.ts';
import { newAdministrator, settleOne, type Payee } from './settlement-calls.ts';
import { newShop, redeemAtTillPage, type Shop } from './shops.ts';
import type { TestSystem } from './test-system.ts';
import { registerWithdrawal } from './withdrawal-calls.ts';

export type ObjectWorld = Awaited<ReturnType<typeof createObjectWorld>>;

/** Creates a consumer and a merchant with an object of every kind, and another consumer and merchant without any. */
export async function createObjectWorld(system: TestSystem) {
  const [victim, stranger] = [await newConsumer(system), await newConsumer(system)];
  const [shop, otherShop] = [await newShop(system), await newShop(system)];
  const sent = await makeGift(system, { amount: 400, buyerId: victim.user.id });
  const deliverAt = nextHour(1);
  const scheduled = [];
  for (const amount of [40, 50]) {
    scheduled.push(await makeGift(system, { amount, buyerId: victim.user.id, deliverAt }));
  }
  const received = await makeGift(system, { amount: 300, recipient: victim });
  const claimed = await makeGift(system, { amount: 1_000, recipient: victim });
  await system.api.call(
    contract.claimVoucher,
    { body: { claimToken: claimed.claimToken } },
    { bearer: victim.bearer },
  );
  for (const { owner } of [shop, otherShop]) {
    const body = { url: 'https://8.8.8.8/hook', events: ['voucher.redeemed' as const] };
    await system.api.call(contract.saveWebhook, { body }, { bearer: owner.bearer });
  }
  const withdrawal = await registerWithdrawal(system, victim, 100);
  const purchase = await register(system, victim, { amount: 50 });
  const spent = await makeGift(system, { amount: 500 });
  const taken = await redeemAtTillPage(system, shop.owner, spent.code, { amount: 100 });
  const [open] = (await system.call(contract.openDays, {}, shop.owner)).answer.open;
  if (!open) throw new Error('nothing is open');
  const { placeId, redemptions, reversals, net, cash } = open;
  const seen = { redemptions, reversals, net, cash };
  const dayBody = { placeId, attemptId: randomUUID(), counted: 0, seen };
  const { closeId } = await system.api.call(contract.closeDay, { body: dayBody }, shop.owner);
  const newHold = async () => (await hold(system, shop, spent.code, { amount: 11 })).answer.id;
  const { rows: paid } = await system.owner.query<{ paidId: string; paidBill: string }>(
    `select p.id as "paidId", p.bill_reference as "paidBill"
     from vouchers v join purchases p on p.id = v.purchase_id where v.id = $1`,
    [sent.voucherId],
  );
  const issued = [];
  for (const recipientName of ['Asha Kip', 'Baraka Kip']) {
    const body = { amount: 10, recipientName, phone: '254711000444', attemptId: randomUUID() };
    const { voucher } = await system.api.call(contract.makeMerchantVoucher, { body }, shop.owner);
    issued.push(voucher.voucherId);
  }
  const known = {
    closeId,
    paidId: paid[0]?.paidId ?? '',
    paidBill: paid[0]?.paidBill ?? '',
    sentId: sent.voucherId,
    movedId: scheduled[0]?.voucherId ?? '',
    cancelledId: scheduled[1]?.voucherId ?? '',
    receivedId: received.voucherId,
    issuedByMachine: issued[0] ?? '',
    issuedAtPortal: issued[1] ?? '',
    redeemedId: spent.voucherId,
    capturedHold: await newHold(),
    releasedHold: await newHold(),
    capturedAtPortal: await newHold(),
    releasedAtPortal: await newHold(),
    receivedCode: received.code,
    redemptionId: taken.answer.redemptionId,
    device: await secondDevice(system, victim),
    passkey: await insertPasskey(system, 'consumer', victim.user.id),
    merchantPasskey: await insertPasskey(system, 'merchant', shop.owner.staffId),
    ...(await fixturesOf(system, shop)),
  };
  return { victim, stranger, shop, otherShop, purchase, withdrawal, known };
}

/** Opens a second session of the victim; returns its id in the list of devices. */
async function secondDevice(system: TestSystem, victim: SignedIn): Promise<string> {
  await signIn(system.api, victim);
  const { devices } = await system.api.call(contract.listDevices, {}, { bearer: victim.bearer });
  return devices.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function insertPasskey(system: TestSystem, audience: string, subjectId: string): Promise<string> {
  const id = randomUUID();
  await system.owner.query(
    `insert into passkeys
       (id, audience, subject_id, credential_id, public_key, counter, transports, is_backed_up, label)
     values ($1, $2, $3, $4, '\\x00', 0, '{}', false, 'Phone')`,
    [id, audience, subjectId, Buffer.from(id)],
  );
  return id;
}

/** Inserts one object of each kind that only time or M-PESA creates. */
async function fixturesOf(system: TestSystem, { merchantId, owner, basic }: Shop) {
  const [deliveryId, alertId] = [randomUUID(), randomUUID()];
  await system.owner.query(
    `insert into webhook_deliveries (merchant_id, id, event_id, address_id, type, data, state)
     values ($1, $2, $2, $1, 'voucher.redeemed', '{}', 'failed')`,
    [merchantId, deliveryId],
  );
  const body = { url: 'http://127.0.0.1:9/stock' };
  const { addressId } = await system.api.call(contract.addWebhookAddress, { body }, { bearer: owner.bearer });
  await system.owner.query(
    `insert into fraud_alerts (merchant_id, id, rule, severity, subject, details)
     values ($1, $2, 'wrong_codes', 'High', 'a test', '{"staffName": "Njeri", "count": 10}')`,
    [merchantId, alertId],
  );
  await system.owner.query(
    `insert into merchant_payout_channels
       (merchant_id, version, kind, number, account_number, bank_name, set_by, effective_at)
     values ($1, 1, 'bank', '247247', '1234567', 'Equity Bank', $2, now())`,
    [merchantId, owner.staffId],
  );
  const { rows } = await system.owner.query<{ merchantCode: string }>(
    'select merchant_code as "merchantCode" from merchants where id = $1',
    [merchantId],
  );
  const merchantCode = rows[0]?.merchantCode ?? '';
  const payee = { merchantId, merchantCode } as Payee;
  const { batchId } = await settleOne(system, await newAdministrator(system), payee);
  await system.api.call(contract.merchantLogin, { body: { merchantCode, password: DEMO_PASSWORD } });
  const { devices } = await system.api.call(contract.listDevices, {}, { bearer: owner.bearer });
  const merchantDevice = devices.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  const invoiceNumber = await issueSampleInvoice(system, merchantId);
  const apiKey = basic.split(':')[0] ?? '';
  const key = { name: 'Till 2', rights: 'redeem' } as const;
  const { keyId } = await system.api.call(contract.makeApiKey, { body: key }, { bearer: owner.bearer });
  const place = {
    name: 'Westlands',
    category: '',
    town: '',
    street: '',
    phoneNumber: '',
    mapLink: '',
  } as const;
  const { places } = await system.api.call(contract.addPlace, { body: place }, { bearer: owner.bearer });
  return {
    placeId: places[1]?.placeId ?? '',
    deliveryId,
    addressId,
    alertId,
    batchId,
    invoiceNumber,
    merchantCode,
    apiKey,
    keyId,
    merchantDevice,
  };
}

const HOUR_MS = 3_600_000;

/** Returns a full hour in the future, for which a gift may be scheduled. */
export function nextHour(later: number): string {
  return new Date((Math.ceil(Date.now() / HOUR_MS) + later) * HOUR_MS).toISOString();
}
