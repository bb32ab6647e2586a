type SandboxCredentials = { consumerKey: string; consumerSecret: string; shortCode: string };

/**
 * A customer pays at the pay bill by hand.
 * @param payment.amount in whole shillings
 * @param payment.reference typed as account number
 */
export async function payAtPayBill(
  sandboxUrl: string,
  credentials: SandboxCredentials,
  payment: { msisdn: string; amount: number; reference: string },
): Promise<void> {
  const token = await takeToken(sandboxUrl, credentials);
  await ask(`${sandboxUrl}/mpesa/c2b/v2/simulate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ShortCode: credentials.shortCode,
      CommandID: 'CustomerPayBillOnline',
      Amount: payment.amount,
      Msisdn: payment.msisdn,
      BillRefNumber: payment.reference,
    }),
  });
}

/** A new access token; it makes every earlier one worthless, the product's too. */
export async function takeToken(
  sandboxUrl: string,
  { consumerKey, consumerSecret }: SandboxCredentials,
): Promise<string> {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  const address = `${sandboxUrl}/oauth/v1/generate?grant_type=client_credentials`;
  const answer = await ask<{ access_token: string }>(address, {
    headers: { authorization: `Basic ${basic}` },
  });
  return answer.access_token;
}

async function ask<Answer>(address: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}
