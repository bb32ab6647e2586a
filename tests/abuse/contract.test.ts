import { updateBranding, updateMerchant, type Endpoint } from '@zawadi/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../apps/api/src/testing/raw-calls.ts';

type Json = {
  type?: string;
  pattern?: string;
  additionalProperties?: unknown;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
};

/** Lists every part of a schema with its path. */
function partsOf(json: Json, path = ''): [path: string, part: Json][] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = json;
  return [
    [path, json],
    ...Object.entries(properties).flatMap(([name, part]) => partsOf(part, `${path}.${name}`)),
    ...(items ? partsOf(items, `${path}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((part) => partsOf(part, path)),
  ];
}

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  return Object(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const SECRET_NAME =
  /(?:^|\.)(?:code|claimToken|accessToken|refreshToken|deviceToken|secret|signingSecret|apiSecret|otpauthUrl|recoveryCodes?|codes|otp|pin|password|\w*(?:[hH]ash|[sS]ealed|[sS]alt|[sS]eed))$/u;

/** The only answers that may have a field with a secret, by reason. */
const EXPECTED: Record<string, RegExp> = {
  'the caller signs in with it':
    /^POST \S+\/(?:login|passkeys\/sign-in\/:audience|claim\/new-person|refresh|password\/(?:change|reset|reset-by-link|reset-by-phone)) \.(?:access|refresh|device)Token$/u,
  'created now, and shown only once':
    /^(?:POST|PUT) \S+\/(?:2fa\/(?:start|enable|recovery-codes)|webhooks(?:\/addresses(?:\/:addressId)?)?(?:\/secret)?|update-secret|api-keys(?:\/:keyId\/roll)?) \.(?:secret|otpauthUrl|recoveryCodes|signingSecret|apiSecret)$/u,
  'when the secret was set, and until when the previous one is valid':
    /^(?:GET|PUT|POST) \S+\/webhooks(?:\/addresses(?:\/:addressId)?)? \.(?:addresses\[\]\.)?secret$/u,
  'for the buyer of a gift to oneself, its recipient, or the holder of its link':
    /^\S+ \/api\/(?:mpesa\/purchase|purchases\/v1\/:requestId(?:\/wallet-payment)?|vouchers\/v1\/(?:public\/:claimToken|received|(?:public\/)?show-code)|(?:merchants\/)?v1\/vouchers\/create) \S*\.(?:code|claimToken)$/u,
  'a test voucher, created now in sandbox mode':
    /^POST \S+\/(?:v1\/test\/vouchers|api-test-voucher) \.code$/u,
  'a digest of a file or of the log, which grants nothing': /\.(?:fileHash|headHash|hash)$/u,
  'an account of the bookkeeping program':
    /^\S+ \S+\/bookkeeping\/(?:accounts|journal) \S*accounts\[\]\.code$/u,
  'the code of a refusal':
    /^(?:GET \S+\/api-requests \.requests\[\]|POST \S+\/look-up \.reason|POST \S+\/fraud-desk-selection\/\w+ \.results\[\]\.refusal)\.code$/u,
};

test('A13 the schemas of body, query and path accept no undeclared field at any depth', () => {
  const open = endpoints.flatMap((endpoint) =>
    (['body', 'query', 'params'] as const).flatMap((part) => {
      const schema = endpoint[part];
      if (!schema || (part === 'body' && endpoint.upload)) return [];
      // Check the output schema, because a use case receives the output of the validation.
      return (
        partsOf(jsonOf(schema, 'output'))
          .filter(([, { type, additionalProperties }]) => type === 'object' && additionalProperties !== false)
          // Allow `metadata`, a merchant's own keys, and `filters` of a saved view. Both are limited in number and size, and
          // Zawadi only stores and returns them.
          .filter(([path]) => !/[.](?:metadata|filters)$/u.test(path))
          .map(([path]) => `${nameOf(endpoint)} ${part}${path}`)
      );
    }),
  );
  expect(open).toEqual([]);
});

test('A13 validation removes or refuses undeclared fields, so that none reaches a use case', () => {
  const extra = { role: 'administrator', status: 'ACTIVE', balance: 1_000_000, id: 'x', emailVerified: true };
  const takers = endpoints
    .filter(({ audience }) => audience !== 'provider')
    .flatMap(({ query, params, body, upload }) => [query, params, upload ? undefined : body])
    .filter((one) => one !== undefined);
  let taken = 0;
  for (const schema of takers) {
    const parsed = schema.safeParse(extra);
    if (!parsed.success) continue;
    const declared = Object.keys(jsonOf(schema, 'output').properties ?? {});
    expect(declared).toEqual(expect.arrayContaining(Object.keys(Object(parsed.data))));
    taken += 1;
  }
  expect(taken).toBeGreaterThan(30);
});

test('A14 answers have only declared fields, and only the listed answers have a secret', () => {
  const found = endpoints.flatMap((endpoint) =>
    partsOf(jsonOf(endpoint.answer, 'output')).flatMap(([path]) =>
      SECRET_NAME.test(path) ? [`${nameOf(endpoint)} ${path}`] : [],
    ),
  );
  const reasons = Object.values(EXPECTED);
  expect(found.filter((field) => !reasons.some((reason) => reason.test(field)))).toEqual([]);
  expect(reasons.filter((reason) => !found.some((field) => reason.test(field)))).toEqual([]);
});

test('A18 no regular expression of the contract takes long on a hostile text', () => {
  const patterns = endpoints.flatMap(({ body, query, params, headers, upload }) =>
    [upload ? undefined : body, query, params, headers].flatMap((schema) =>
      schema ? partsOf(jsonOf(schema, 'input')).flatMap(([, { pattern }]) => pattern ?? []) : [],
    ),
  );
  const unique = [...new Set(patterns)];
  expect(unique.length).toBeGreaterThan(15);
  for (const pattern of unique) {
    const takesLong = new RegExp(pattern, 'u');
    for (const bait of ['a', 'a-', 'a.', '0', '-', '/', ' ', 'A_', 'é']) {
      const started = process.cpuUsage();
      takesLong.test(`${bait.repeat(25_000)}!`);
      expect(process.cpuUsage(started).user, `${pattern} on ${bait}`).toBeLessThan(250_000);
    }
  }
});

test('A20 a brand colour is six hex digits and a logo is an address without markup, so neither can contain a style or script', () => {
  const merchant = { merchantId: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11' };
  const isTaken = (brandingConfig: object) =>
    updateMerchant.body.safeParse({ ...merchant, brandingConfig }).success;
  expect(isTaken({ primaryColor: '#0A5A50', logoUrl: '/api/merchants/v1/logos/a1.webp' })).toBe(true);
  for (const primaryColor of [
    'red',
    '#fff',
    '#0A5A50;',
    '#0A5A50;background:url(//evil.test)',
    'expression(alert(1))',
    '#0A5A50</style><script>',
    'var(--x)',
    '#0A5A5G',
    '#0A5A50\n',
    '＃0A5A50',
  ]) {
    expect(isTaken({ primaryColor }), primaryColor).toBe(false);
    expect(updateBranding.body.safeParse({ primaryColor }).success, primaryColor).toBe(false);
  }
  for (const logoUrl of [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'ftp://evil.test/logo.png',
    'https://evil.test/"onerror=alert(1)',
    '//evil.test/logo.png',
    '/api/merchants/v1/logos/../../../evil',
    '/api/merchants/v1/logos/a.svg?x=<script>',
    ' /api/merchants/v1/logos/a.webp"onerror=alert(1)',
  ]) {
    expect(isTaken({ logoUrl }), logoUrl).toBe(false);
  }
});
