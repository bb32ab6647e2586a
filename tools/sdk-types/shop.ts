import {
  createZawadi,
  signWebhook,
  verifyWebhook,
  ZawadiConnectionError,
  ZawadiRefusal,
  type RefusalCode,
  type Voucher,
  type ZawadiEvent,
} from '@zawadi/sdk';

// A shop's program that every TypeScript version named in the README must compile unchanged.
export const zawadi = createZawadi({ apiKey: 'k', apiSecret: 's', baseUrl: 'https://zawadi.example/api/v1' });

export async function take(code: string, amount: number): Promise<Voucher | string> {
  try {
    const sale = await zawadi.vouchers.redeem(code, { amount }, { idempotencyKey: 'sale-1' });
    console.log(sale.redemption.id, sale.response.isReplay);
    return sale;
  } catch (error) {
    if (error instanceof ZawadiConnectionError) return 'unknown';
    if (!(error instanceof ZawadiRefusal)) throw error;
    switch (error.code) {
      case 'voucher_used':
      case 'voucher_expired':
        return error.message;
      // @ts-expect-error the compiler finds a misspelt code
      case 'voucher_usde' satisfies RefusalCode:
        return 'unknown';
      default:
        throw error;
    }
  }
}

export async function all(): Promise<number> {
  let total = 0;
  for await (const { amount } of zawadi.transactions.list({ type: 'redemption' })) total += amount;
  return total;
}

export async function receive(payload: Uint8Array, headers: Record<string, string>): Promise<ZawadiEvent> {
  const event = await verifyWebhook({ payload, headers, secret: 'whsec_AAAA' });
  if (event.type === 'voucher.redeemed') console.log(event.data.balance);
  console.log(await signWebhook({ id: event.id, payload: '{}', secret: ['whsec_AAAA'] }));
  return event;
}
