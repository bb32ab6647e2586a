import { readFileSync } from 'node:fs';
import type { DeveloperPage } from './read-pages.ts';
import { examplesOf } from './reference-examples.ts';
import type { Call, Document, Operation, Parameter } from './reference-document.ts';
import { errorsOfEveryCall, listByStatus, problemsOf, sharedProblems } from './reference-problems.ts';
import { fieldTable, wordsFor, type Schema } from './reference-schemas.ts';

const PREFIX = '/api/v1';
/** The tags of the document, the most used first. */
const GROUPS = ['Vouchers', 'Holds', 'Transactions', 'Settlements', 'Events', 'Test'];

/**
 * Writes the reference of the merchant API as a page, from the OpenAPI document.
 * @param file path of the document
 */
export function referencePage(file: string): DeveloperPage {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      method: method.toUpperCase(),
      path,
      operation,
      document,
    })),
  );
  const forgotten = calls.find(({ operation }) => !GROUPS.includes(operation.tags[0]));
  if (forgotten) throw new Error(`the reference has no group ${forgotten.operation.tags[0]}`);
  const shared = sharedProblems(calls);
  const groups = GROUPS.map((name) => ({
    name,
    inside: calls.filter(({ operation }) => operation.tags[0] === name),
  }));
  return {
    name: 'reference',
    title: 'API reference',
    order: 62,
    summary: 'Every call of the merchant API: parameters, units, answers, errors and examples.',
    markdown: [
      introduction(
        document,
        groups.flatMap(({ inside }) => inside),
      ),
      ...groups.flatMap(({ name, inside }) => [
        `## ${name}`,
        ...inside.map((call) => sectionOf(call, shared)),
      ]),
      webhooksOf(document),
      errorsOfEveryCall(calls, shared),
      objectsOf(document, calls),
    ].join('\n\n'),
  };
}

function introduction({ info }: Document, calls: readonly Call[]): string {
  const rows = calls.map(
    ({ method, path, operation }) =>
      `| [${titleOf(operation)}](#${anchorOf(operation)}) | \`${method} ${path.slice(PREFIX.length)}\` | ${operation['x-key-right']} |`,
  );
  return `${info.description.replaceAll('\n', ' ')}

The examples use the variables and functions of the [quick start](quick-start.md). The same facts for programs:
[openapi.json](https://zawadi.example/openapi.json). The calls of the web app, which may change at any time, are in
[web-api.json](https://zawadi.example/api/docs/web-api.json).

\`\`\`console
export ZAWADI_URL=https://zawadi.example/api/v1
export ZAWADI_API_KEY=zk_test_...
export ZAWADI_API_SECRET=zs_test_...
\`\`\`

| call | method and path | right of the key |
| --- | --- | --- |
${rows.join('\n')}

## Rules of every call

- **Key:** HTTP Basic or one token. See [Keys](api-keys.md) for the rights.
- **Money:** whole shillings (KES), as integers. Days are days in Nairobi; times are ISO 8601 with an offset.
- **Idempotency:** every POST needs the header \`Idempotency-Key\`, of 1 to 255 characters. The same key has
  one effect and one answer. See [Idempotency](idempotency.md).
- **Limits:** 1,200 calls a minute for each shop, in the headers \`RateLimit\` and \`RateLimit-Policy\`. A body may have 64 KB.
- **Unknown names:** fields and query parameters that a call does not know are refused with
  [\`unknown_field\`](errors.md#unknown_field).
- **Errors:** see [Errors of every call](#errors-of-every-call). Each call lists its own.`;
}

function sectionOf(call: Call, shared: ReadonlySet<string>): string {
  const { method, path, operation, document } = call;
  const parameters = operation.parameters.map((one) => resolved(one, document));
  const asked = parameters.filter((one) => one.in !== 'header');
  const body = operation.requestBody?.content['application/json'];
  const answer = operation.responses['200']?.content?.['application/json'];
  const valuesIn = (place: string) =>
    Object.fromEntries(
      asked
        .filter((one) => one.in === place && one.example !== undefined)
        .map((one) => [one.name, one.example]),
    );
  const key = parameters.find(({ name }) => name === 'Idempotency-Key')?.example;
  const examples = examplesOf({
    operationId: operation.operationId,
    method,
    path: path.slice(PREFIX.length),
    params: valuesIn('path'),
    query: valuesIn('query'),
    body: body && (body.example ?? {}),
    idempotencyKey: key === undefined ? undefined : String(key),
  });
  const own = problemsOf(call).filter(([, code]) => !shared.has(code));
  return [
    `### ${titleOf(operation)}`,
    `\`${method} ${path.slice(PREFIX.length)}\``,
    `${operation.summary}. ${operation.description}`,
    `The key needs the right _${operation['x-key-right']}_.`,
    ...examples,
    ...(answer?.example
      ? [`\`\`\`json 200 OK\n${JSON.stringify(answer.example, undefined, 2)}\n\`\`\``]
      : []),
    ...(asked.length > 0 ? [parameterTable(asked)] : []),
    ...(body ? [bodyTable(body.schema, document)] : []),
    answerLine(answer?.schema, document),
    'Refused with [errors of every call](#errors-of-every-call)' + (own.length > 0 ? ' and:' : '.'),
    ...(own.length > 0 ? [listByStatus(own)] : []),
  ].join('\n\n');
}

function resolved(parameter: Parameter | { $ref: string }, { components }: Document): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`the document has no ${parameter.$ref}`);
  return found;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema, description = '' }) =>
      `| \`${name}\` | ${place}${required === true ? ', required' : ''} | ${wordsFor(schema)} | ${description} |`,
  );
  return ['| parameter | place | values | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function bodyTable(schema: Schema, { components }: Document): string {
  const table = fieldTable(schema, components.schemas, 'required');
  return table === undefined ? 'The body is empty: `{}`.' : `The body is JSON:\n\n${table}`;
}

function answerLine(schema: Schema | undefined, { components }: Document): string {
  const name = schema?.$ref?.split('/').at(-1);
  const item =
    name === undefined
      ? undefined
      : components.schemas[name]?.properties?.['data']?.items?.$ref?.split('/').at(-1);
  if (item !== undefined)
    return `Answers 200 with a page of ${linkToObject(item)}, newest first. See [Lists](pagination.md).`;
  return name === undefined || fieldTable({ $ref: `/${name}` }, components.schemas) === undefined
    ? 'Answers 200 with a stream of events.'
    : `Answers 200 with ${linkToObject(name)}.`;
}

function linkToObject(name: string): string {
  return `[${name}](#object-${name.toLowerCase()})`;
}

function webhooksOf({ webhooks }: Document): string {
  const rows = Object.entries(webhooks).map(([name, { post }]) => {
    const event = post.requestBody.content['application/json'].schema.$ref?.split('/').at(-1) ?? '';
    return `| \`${name}\` | ${post.summary} | ${linkToObject(event)} |`;
  });
  return `## Webhooks\n\nWe send these events to your addresses, signed. See [Webhooks](webhooks.md).\n\n| event | when | body |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

/** Describes the objects of answers and events, and the objects inside them. */
function objectsOf({ components, webhooks }: Document, calls: readonly Call[]): string {
  const named = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [field, value] of Object.entries(schema)) {
      const name = field === '$ref' ? String(value).split('/').at(-1) : undefined;
      if (name === undefined) visit(value);
      else if (!named.has(name)) {
        named.add(name);
        visit(components.schemas[name]);
      }
    }
  };
  for (const { operation } of calls) visit(operation.responses['200']?.content?.['application/json']?.schema);
  for (const { post } of Object.values(webhooks)) visit(post.requestBody.content['application/json'].schema);
  const sections = [...named].sort().flatMap((name) => {
    const schema = components.schemas[name];
    const table = schema && fieldTable(schema, components.schemas);
    if (table === undefined || name.endsWith('List')) return [];
    return [`### Object ${name}`, ...(schema?.description === undefined ? [] : [schema.description]), table];
  });
  return ['## Objects', 'New fields may be added: ignore fields that you do not know.', ...sections].join(
    '\n\n',
  );
}

/** `Redeem voucher` for `redeemVoucher`. */
function titleOf({ operationId }: Operation): string {
  const words = operationId.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function anchorOf(operation: Operation): string {
  return titleOf(operation).toLowerCase().replaceAll(' ', '-');
}
