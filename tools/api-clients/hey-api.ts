import { client } from './.cache/hey-api/client.gen.ts';
import {
  createVoucher,
  listSettlements,
  listTransactions,
  redeemVoucher,
  retrieveVoucher,
  reverseRedemption,
  type Voucher,
} from './.cache/hey-api/index.ts';

// Uses the product's API with the client that @hey-api/openapi-ts generates from the OpenAPI document.
const { ZAWADI_URL = '', ZAWADI_KEY = '', ZAWADI_SECRET = '', CODE = '' } = process.env;
client.setConfig({ baseUrl: ZAWADI_URL, auth: `${ZAWADI_KEY}:${ZAWADI_SECRET}` });

const key = (attempt: string) => ({ 'Idempotency-Key': `hey-api-${attempt}` });
const said: unknown[] = [];

const taken = await redeemVoucher({ path: { id: CODE }, headers: key('redeem'), body: { amount: 350 } });
said.push(taken.data?.balance);
const refused = await redeemVoucher({ path: { id: CODE }, headers: key('too-much'), body: { amount: 5000 } });
// The refusal codes of an endpoint are a union type, so the compiler checks comparisons with them.
if (refused.error?.code === 'insufficient_voucher_balance') said.push(refused.error.balance);
const { data: voucher } = await retrieveVoucher({ path: { id: CODE } });
const seen: Voucher | undefined = voucher;
const redemption = seen?.redemptions[0];
said.push(redemption?.amount);
const reversed = await reverseRedemption({
  path: { id: seen?.id ?? '', redemptionId: redemption?.id ?? '' },
  headers: key('reverse'),
  body: {},
});
said.push(reversed.data?.redemption.status);
const created = await createVoucher({
  headers: key('create'),
  body: { amount: 10, recipient: { name: 'Asha Mwangi' } },
});
said.push(created.data?.code.length);
const transactions = await listTransactions({ query: { type: 'voucher_created', limit: 1 } });
said.push(transactions.data?.data[0]?.amount);
const settlements = await listSettlements({ query: { status: 'COMPLETED' } });
said.push(settlements.data?.data.length);
process.stdout.write(JSON.stringify(said));
