import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusals } from '@zawadi/contract';
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { allPages } from '../../../developers/all-pages.ts';
import { menuOf, readPages } from '../../../developers/read-pages.ts';
import { renderMarkdown } from '../../../developers/render-markdown.ts';
import { searchOptions } from './search-options.ts';

const pages = allPages('docs');
const isPage = (name: string) => pages.some((page) => page.name === name);
const rendered = new Map(pages.map((page) => [page.name, renderMarkdown(page, isPage)]));

const render = (markdown: string) => renderMarkdown({ name: 'x', title: 'X', markdown }, () => false).html;

test('lists every page once in the menu, below a heading', () => {
  const listed = menuOf(pages).flatMap(({ pages: inside }) => inside.map(({ name }) => name));
  expect(listed).toEqual(pages.map(({ name }) => name));
});

test('every link to a part of a page matches a heading of that page', () => {
  const places = new Set<string>();
  for (const { name, markdown } of pages) {
    for (const [, heading = ''] of markdown.matchAll(/^#{2,3} (.+)$/gmu)) {
      const id = heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/gu, '')
        .replaceAll(' ', '-');
      places.add(`/developers/${name}#${id}`);
    }
  }
  for (const [name, { html }] of rendered) {
    for (const [, address = ''] of html.matchAll(/href="(\/developers\/[\w-]+#[^"]+|#[^"]+)"/gu)) {
      const whole = address.startsWith('#') ? `/developers/${name}${address}` : address;
      expect(places, name).toContain(whole);
    }
  }
});

test("shows a refusal with the contract's status and sentence, and indexes it by its code for the search", () => {
  const { html = '', texts = [] } = rendered.get('errors') ?? {};
  const { status, message } = refusals.voucher_expired;
  expect(html).toContain(`id="voucher_expired"><summary><span class="status">${status}</span>`);
  expect(html).toContain(message);
  const search = new MiniSearch(searchOptions);
  search.addAll(texts);
  for (const code of ['voucher_not_found', 'too_many_requests', 'internal_error']) {
    expect(search.search(code)[0]?.id).toBe(`/developers/errors#${code}`);
  }
});

test('builds an entry from a refusal code’s text and body, and fails on an unknown code', () => {
  const entry = (code: string) => `## Codes\n\n### \`${code}\`\n\nGone.\n\n- **Retry:** no.`;
  const html = render(entry('insufficient_voucher_balance'));
  for (const words of ['Gone.', 'Retry', 'Insufficient voucher balance', '409'])
    expect(html).toContain(words);
  expect(() => render(entry('no_such_code'))).toThrow('no_such_code');
});

test('groups adjacent examples in different languages as tabs, and shows other code in boxes', () => {
  const html = render('Text\n\n```sh\na\n```\n\n```ts\nb\n```\n\n```ts\nc\n```\n\n```json 200 OK\n{}\n```\n');
  expect(html.match(/role="tablist"/gu)).toHaveLength(1);
  expect(html.match(/role="tab"/gu)).toHaveLength(2);
  expect(html.match(/class="codebox"/gu)).toHaveLength(3);
  expect(html).toContain('<span>200 OK</span>');
});

test('shows a program from its source file below the paragraph that names the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-pages-'));
  mkdirSync(join(folder, 'examples'));
  writeFileSync(join(folder, 'examples/shop.php'), '<?php\n\n\necho 1;\n');
  const page =
    '---\ntitle: X\norder: 1\n---\n\n[shop.php](examples/shop.php) takes vouchers.\n\nAnd so on.\n';
  writeFileSync(join(folder, 'x.md'), page);
  const [read] = readPages(folder);
  rmSync(folder, { recursive: true });
  expect(read?.markdown.trim()).toBe(
    '`shop.php` takes vouchers.\n\n```php shop.php\n<?php\n\n\necho 1;\n```\n\nAnd so on.',
  );
});

test('fails on a link to a missing page, and on a page without a position in the menu', () => {
  expect(() => render('[there](gone.md)')).toThrow('gone.md, which does not exist');
  expect(() => render('[there](/somewhere)')).toThrow('which is neither a page nor an address');
  expect(() => render('```rust\n1\n```')).toThrow('there is no highlighting for "rust"');
});
