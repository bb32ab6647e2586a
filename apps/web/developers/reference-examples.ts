/** One call with the values of its example. */
export type ExampleCall = {
  operationId: string;
  method: string;
  /** Path below `/api/v1`, with parameters in braces. */
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Undefined if the call takes no body. */
  body: Record<string, unknown> | undefined;
  idempotencyKey: string | undefined;
};

/** The contract's example of a code, in whose place the programs use a variable. */
const CODE = '0000-0000-0000-0000';

/** The SDK's function for each call, and what it takes: path parameters, and the body or a field of it. */
const SDK: Record<string, { name: string; takes?: 'body' | 'type'; lists?: string }> = {
  createTestVoucher: { name: 'sandbox.createVoucher', takes: 'body' },
  createVoucher: { name: 'vouchers.create', takes: 'body' },
  captureHold: { name: 'holds.capture', takes: 'body' },
  holdVoucher: { name: 'vouchers.hold', takes: 'body' },
  listEvents: { name: 'events.list', lists: 'event' },
  listHolds: { name: 'holds.list', lists: 'hold' },
  listSettlements: { name: 'settlements.list', lists: 'settlement' },
  listTransactions: { name: 'transactions.list', lists: 'transaction' },
  listVouchers: { name: 'vouchers.list', lists: 'voucher' },
  redeemVoucher: { name: 'vouchers.redeem', takes: 'body' },
  releaseHold: { name: 'holds.release' },
  resendVoucher: { name: 'vouchers.resend' },
  retrieveEvent: { name: 'events.retrieve' },
  retrieveHold: { name: 'holds.retrieve' },
  retrieveSettlement: { name: 'settlements.retrieve' },
  retrieveTransaction: { name: 'transactions.retrieve' },
  retrieveVoucher: { name: 'vouchers.retrieve' },
  reverseRedemption: { name: 'vouchers.reverse' },
  sendTestEvent: { name: 'sandbox.sendEvent', takes: 'type' },
  voidVoucher: { name: 'vouchers.void', takes: 'body' },
};

/** A stream does not end, so only curl shows it. */
const STREAM = 'streamEvents';

/**
 * Returns Markdown blocks that make the call in each language of the pages. They use the variables and functions of the
 * quick start.
 * @throws Error for a call without a function of the SDK
 */
export function examplesOf(call: ExampleCall): string[] {
  if (call.operationId === STREAM) return [block('sh', curlOf(call, '-N'))];
  return [
    block('sh', curlOf(call)),
    block('ts', typeScriptOf(call)),
    block('python', pythonOf(call)),
    block('php', phpOf(call)),
  ];
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function pathWith(call: ExampleCall, code: string): string {
  return call.path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) =>
    call.params[name] === CODE ? code : encodeURIComponent(String(call.params[name])),
  );
}

function curlOf(call: ExampleCall, ...options: string[]): string {
  const query = Object.entries(call.query).map(([name, value]) => `${name}=${String(value)}`);
  const path = [pathWith(call, '$CODE'), ...(query.length > 0 ? [query.join('&')] : [])].join('?');
  const method = call.method === 'GET' ? [] : ['-X', call.method];
  const globs = path.includes('[') ? ['--globoff'] : [];
  const lines = [
    ['curl --fail-with-body -sS', ...options, ...method, ...globs, `"$ZAWADI_URL${path}"`].join(' '),
    '-u "$ZAWADI_API_KEY:$ZAWADI_API_SECRET"',
    ...(call.body ? [`-H 'Content-Type: application/json'`] : []),
    ...(call.idempotencyKey === undefined ? [] : [`-H 'Idempotency-Key: ${call.idempotencyKey}'`]),
    ...(call.body ? [`-d '${JSON.stringify(call.body)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function typeScriptOf(call: ExampleCall): string {
  const known = SDK[call.operationId];
  if (known === undefined) throw new Error(`the reference has no TypeScript example of ${call.operationId}`);
  const { name, takes, lists } = known;
  const params = Object.values(call.params).map((value) => (value === CODE ? 'CODE' : literal(value)));
  if (lists !== undefined) {
    return `for await (const ${lists} of zawadi.${name}(${literal(filtersOf(call.query))})) {\n  console.log(${lists});\n}`;
  }
  const args = [
    ...params,
    ...(takes === 'body' ? [literal(call.body)] : []),
    ...(takes === 'type' ? [literal(call.body?.['type'])] : []),
    ...(call.idempotencyKey === undefined ? [] : [literal({ idempotencyKey: call.idempotencyKey })]),
  ];
  return `console.log(await zawadi.${name}(${args.join(', ')}));`;
}

/** Turns `created[gte]` into a field of `created`, as the SDK takes it. The SDK reads all pages. */
function filtersOf(query: Record<string, unknown>): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const [, field, bound] = /^(\w+)\[(\w+)\]$/u.exec(name) ?? [];
    if (name === 'limit') continue;
    if (field === undefined || bound === undefined) filters[name] = value;
    else filters[field] = { ...Object(filters[field]), [bound]: value };
  }
  return filters;
}

function literal(value: unknown): string {
  return write(value, { open: '{ ', close: ' }', field: (name, text) => `${quotedName(name)}: ${text}` });
}

function quotedName(name: string): string {
  return /^\w+$/u.test(name) ? name : `'${name}'`;
}

function pythonOf(call: ExampleCall): string {
  const braces = { open: '{', close: '}', field: (name: string, text: string) => `'${name}': ${text}` };
  const path = pathWith(call, '{code}');
  const fields = [
    `f'{url}${path}'`,
    'auth=key',
    ...(Object.keys(call.query).length > 0 ? [`params=${write(call.query, braces)}`] : []),
    ...(call.idempotencyKey === undefined
      ? []
      : [`headers=${write({ 'Idempotency-Key': call.idempotencyKey }, braces)}`]),
    ...(call.body ? [`json=${write(call.body, braces)}`] : []),
    'timeout=15',
  ];
  const lines = fields.map((field) => `    ${field},`).join('\n');
  return `answer = requests.${call.method.toLowerCase()}(\n${lines}\n)\nanswer.raise_for_status()\nprint(answer.json())`;
}

function phpOf(call: ExampleCall): string {
  const arrays = { open: '[', close: ']', field: (name: string, text: string) => `'${name}' => ${text}` };
  const path = pathWith(call, '$code');
  const query =
    Object.keys(call.query).length > 0 ? ` . '?' . http_build_query(${write(call.query, arrays)})` : '';
  const args = [
    `'${call.method}'`,
    `"${path}"${query}`,
    ...(call.body ? [write(call.body, arrays)] : []),
    ...(call.idempotencyKey === undefined ? [] : [`['Idempotency-Key: ${call.idempotencyKey}']`]),
  ];
  return `print_r(zawadi(${args.join(', ')}));`;
}

type Style = { open: string; close: string; field: (name: string, text: string) => string };

function write(value: unknown, style: Style): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, inside]) => style.field(name, write(inside, style)));
  return fields.length === 0
    ? (style.open + style.close).replaceAll(' ', '')
    : style.open + fields.join(', ') + style.close;
}
