const INVALID_TOKEN = '404.001.03';
const ATTEMPTS = 10;

type SandboxCredentials = { consumerKey: string; consumerSecret: string; shortCode: string };

type Payment = { msisdn: string; amount: number; reference: string };

let lastPayment: Promise<void> = Promise.resolve();

/**
 * Pays at the pay bill by hand, as a customer does. Payments of one process wait for each other: each takes a token, which
 * invalidates the others'.
 * @param payment.amount in whole shillings
 * @param payment.reference what the customer types as account number
 */
export function payAtPayBill(
  sandboxUrl: string,
  credentials: SandboxCredentials,
  payment: Payment,
): Promise<void> {
  const paid = lastPayment.then(() => pay(sandboxUrl, credentials, payment));
  lastPayment = paid.catch(() => undefined);
  return paid;
}

async function pay(sandboxUrl: string, credentials: SandboxCredentials, payment: Payment): Promise<void> {
  const body = JSON.stringify({
    ShortCode: credentials.shortCode,
    CommandID: 'CustomerPayBillOnline',
    Amount: payment.amount,
    Msisdn: payment.msisdn,
    BillRefNumber: payment.reference,
  });
  // Between these two requests the product may request a token, which invalidates ours. So retry.
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
