const INVALID_TOKEN = '404.001.03';
const ATTEMPTS = 10;

type SandboxCredentials = { consumerKey: string; consumerSecret: string; shortCode: string };

/**
 * Pays at the pay bill by hand, as a customer does.
 * @param payment.amount in whole shillings
 * @param payment.reference what the customer types as account number
 */
export async function payAtPayBill(
  sandboxUrl: string,
  credentials: SandboxCredentials,
  payment: { msisdn: string; amount: number; reference: string },
): Promise<void> {
  const body = JSON.stringify({
    ShortCode: credentials.shortCode,
    CommandID: 'CustomerPayBillOnline',
    Amount: payment.amount,
    Msisdn: payment.msisdn,
    BillRefNumber: payment.reference,
  });
  // Between these two requests the product or another customer may request a token, which invalidates ours. So retry.
  for (let attempt = 1; ; attempt += 1) {
    const token = await takeToken(sandboxUrl, credentials);
    const response = await send(`${sandboxUrl}/mpesa/c2b/v2/simulate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    if (response.ok) return;
    const text = await response.text();
    if (!text.includes(INVALID_TOKEN) || attempt === ATTEMPTS)
      throw new Error(`the sandbox's pay bill: ${response.status} ${text}`);
  }
}

/** Requests an access token. This invalidates every earlier token, including the product's. */
export async function takeToken(
  sandboxUrl: string,
  { consumerKey, consumerSecret }: SandboxCredentials,
): Promise<string> {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  const address = `${sandboxUrl}/oauth/v1/generate?grant_type=client_credentials`;
  const response = await send(address, { headers: { authorization: `Basic ${basic}` } });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  return fetch(address, { ...init, signal: AbortSignal.timeout(15_000) });
}
