import * as contract from '@zawadi/contract';
import { endpointsIn } from '@zawadi/contract/endpoint';
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { allPages } from '../../../developers/all-pages.ts';
import { referencePage } from '../../../developers/reference-page.ts';
import { renderMarkdown } from '../../../developers/render-markdown.ts';
import { searchOptions } from './search-options.ts';

const page = referencePage('docs/openapi.json');
const calls = endpointsIn(contract).flatMap((one) => (one.audience === 'machine' ? [one] : []));
const sections = new Map(
  page.markdown.split(/^(?=#{2,3} )/mu).map((part) => [/^`([A-Z]+ \S+)`$/mu.exec(part)?.[1], part] as const),
);

function sectionOf({ method, path }: (typeof calls)[number]): string {
  const address = path.replace('/api/v1', '').replaceAll(/:(\w+)/gu, '{$1}');
  return sections.get(`${method} ${address}`) ?? '';
}

function namesIn(schema: unknown): string[] {
  return Object.keys(Object(Object(schema).shape));
}

test('has a section for every call, with its right, parameters, fields, errors and examples in each language', () => {
  expect(calls.length).toBeGreaterThan(15);
  const shared = page.markdown.split('## Errors of every call')[1] ?? '';
  for (const one of calls) {
    const section = sectionOf(one);
    expect(section, one.operationId).not.toBe('');
    expect(section).toContain(`The key needs the right _${one.keyRight}_.`);
    for (const name of [...namesIn(one.params), ...namesIn(one.query), ...namesIn(one.body)]) {
      expect(section, one.operationId).toContain(`| \`${name}\` |`);
    }
    for (const code of contract.problemCodesOf(one)) {
      const link = `[\`${code}\`](errors.md#${code})`;
      expect(section.includes(link) || shared.includes(link), `${one.operationId} ${code}`).toBe(true);
    }
    const isStream = one.isStream === true;
    for (const language of ['sh', ...(isStream ? [] : ['ts', 'python', 'php'])]) {
      expect(section, one.operationId).toContain(`\`\`\`${language}\n`);
    }
    const needsKey = /Idempotency-Key: \S+'/u.test(section);
    expect(needsKey, one.operationId).toBe(contract.takesIdempotencyKey(one));
  }
});

test('shows units and limits of values, and marks required fields', () => {
  expect(page.markdown).toContain(
    '| `amount` | integer, 1 to 100,000,000, **required** | Value of the voucher in whole shillings, taken from your balance. |',
  );
  expect(page.markdown).toContain('| `limit` | query | integer, 1 to 100; usually `20` |');
  expect(page.markdown).toContain('1,200 calls a minute');
});

test('explains every object that an answer names, and links only to its own headings', () => {
  const { html } = renderMarkdown(page, () => true);
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/gu)].map(([, id]) => id));
  const links = [...html.matchAll(/href="#([^"]+)"/gu)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

test('the search finds a call by its name, its path and its object', () => {
  const pages = allPages('docs');
  const search = new MiniSearch(searchOptions);
  search.addAll(pages.flatMap((one) => renderMarkdown(one, () => true).texts));
  const first = (words: string) => search.search(words)[0]?.id;
  expect(first('redeem voucher')).toBe('/developers/reference#redeem-voucher');
  expect(first('reverse redemption')).toBe('/developers/reference#reverse-redemption');
  expect(first('RedeemedVoucher')).toBe('/developers/reference#object-redeemedvoucher');
});
