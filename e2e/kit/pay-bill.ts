import { sandboxCredentials } from '@zawadi/sandbox/credentials';

type Payment = { msisdn: string; amount: number; reference: string };

/** Pays by hand at the pay bill, with whatever is typed as account number. */
export async function payAtPayBill(
  sandboxUrl: string,
  { msisdn, amount, reference }: Payment,
): Promise<void> {
  const { consumerKey, consumerSecret, shortCode } = sandboxCredentials;
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  const { access_token: token } = await ask<{ access_token: string }>(
    `${sandboxUrl}/oauth/v1/generate?grant_type=client_credentials`,
    { headers: { authorization: `Basic ${basic}` } },
  );
  await ask(`${sandboxUrl}/mpesa/c2b/v2/simulate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ShortCode: shortCode,
      CommandID: 'CustomerPayBillOnline',
      Amount: amount,
      Msisdn: msisdn,
      BillRefNumber: reference,
    }),
  });
}

async function ask<Answer>(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
