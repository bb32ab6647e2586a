import type { ApiAccess } from '@zawadi/contract/merchant-api-access';

export type EndpointExample = {
  method: 'GET' | 'POST';
  path: string;
  does: string;
  curl: string;
};

type Call = Omit<EndpointExample, 'curl'> & {
  /** The path as it is called, below the base URL. */
  called: string;
  body?: string;
};

const CALLS: readonly Call[] = [
  {
    method: 'POST',
    path: '/api/v1/vouchers/create',
    does: 'Issue a voucher from your own balance',
    called: '/vouchers/create',
    body: '{"amount": 200, "recipient": {"name": "Asha Mwangi"}}',
  },
  {
    method: 'GET',
    path: '/api/v1/vouchers/{id}',
    does: 'See what is on a voucher',
    called: '/vouchers/$CODE',
  },
  {
    method: 'POST',
    path: '/api/v1/vouchers/{id}/redeem',
    does: 'Take value from a voucher; without an amount, all of it',
    called: '/vouchers/$CODE/redeem',
    body: '{"amount": 350}',
  },
  {
    method: 'GET',
    path: '/api/v1/transactions',
    does: 'What moved your balance',
    called: '/transactions?limit=50',
  },
  {
    method: 'GET',
    path: '/api/v1/settlements',
    does: 'What was paid out to you',
    called: '/settlements?limit=50',
  },
];

/** The common calls, ready for a shell that knows `SECRET` and, where one is needed, `CODE`. */
export function endpointExamples({
  apiKey,
  baseUrl,
}: Pick<ApiAccess, 'apiKey' | 'baseUrl'>): EndpointExample[] {
  return CALLS.map(({ called, body, ...call }) => {
    const send = call.method === 'POST' ? '-X POST ' : '';
    const lines = [
      `curl -sS ${send}"${baseUrl}${called}"`,
      `  -u "${apiKey}:$SECRET"`,
      ...(body === undefined
        ? []
        : [`  -H "Idempotency-Key: $(uuidgen)"`, `  -H 'Content-Type: application/json'`, `  -d '${body}'`]),
    ];
    return { ...call, curl: lines.join(' \\\n') };
  });
}
