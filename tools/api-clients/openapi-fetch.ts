import createClient from 'openapi-fetch';
import type { components, paths } from './.cache/openapi-typescript.ts';

// Uses the product's API with openapi-fetch and the types that openapi-typescript generates from the OpenAPI document.
const { ZAWADI_URL = '', ZAWADI_KEY = '', ZAWADI_SECRET = '', CODE = '' } = process.env;
const client = createClient<paths>({
  baseUrl: ZAWADI_URL,
  headers: { authorization: `Basic ${btoa(`${ZAWADI_KEY}:${ZAWADI_SECRET}`)}` },
});

const header = (attempt: string) => ({ 'Idempotency-Key': `openapi-fetch-${attempt}` });
const said: unknown[] = [];

const redeem = (attempt: string, amount: number) =>
  client.POST('/api/v1/vouchers/{id}/redeem', {
    params: { path: { id: CODE }, header: header(attempt) },
    body: { amount },
  });
const taken = await redeem('redeem', 350);
said.push(taken.data?.balance);
const refused = await redeem('too-much', 5000);
if (refused.error?.code === 'insufficient_voucher_balance') said.push(refused.error.balance);
const { data: voucher } = await client.GET('/api/v1/vouchers/{id}', { params: { path: { id: CODE } } });
const seen: components['schemas']['Voucher'] | undefined = voucher;
const redemption = seen?.redemptions[0];
said.push(redemption?.amount);
const reversed = await client.POST('/api/v1/vouchers/{id}/redemptions/{redemptionId}/reverse', {
  params: { path: { id: seen?.id ?? '', redemptionId: redemption?.id ?? '' }, header: header('reverse') },
  body: {},
});
said.push(reversed.data?.redemption.status);
const created = await client.POST('/api/v1/vouchers/create', {
  params: { header: header('create') },
  body: { amount: 10, recipient: { name: 'Asha Mwangi' }, message: '' },
});
said.push(created.data?.code.length);
const transactions = await client.GET('/api/v1/transactions', {
  params: { query: { type: 'voucher_created', limit: 1 } },
});
said.push(transactions.data?.data[0]?.amount);
const settlements = await client.GET('/api/v1/settlements', { params: { query: { status: 'COMPLETED' } } });
said.push(settlements.data?.data.length);
process.stdout.write(JSON.stringify(said));
