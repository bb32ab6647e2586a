// @vitest-environment happy-dom
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allPages } from '../../../developers/all-pages.ts';
import { changesFeed } from '../../../developers/changes-feed.ts';
import { llmsTxtOf, markdownOf } from '../../../developers/plain-files.ts';

const pages = allPages('docs');
const ADDRESS = 'https://zawadi.example/developers';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('each page as Markdown begins with its title, and links to the Markdown of others', () => {
  for (const page of pages) {
    const text = markdownOf(page);
    expect(text.startsWith(`# ${page.title}\n\n`), page.name).toBe(true);
    expect(text.match(/^# /gmu)?.length ?? 0, page.name).toBeLessThan(3);
    for (const [, name] of text.matchAll(/\]\(https:\/\/zawadi\.example\/developers\/([\w-]+)\.md/gu)) {
      expect(pages.map((one) => one.name)).toContain(name);
    }
    expect(text, page.name).not.toMatch(/\]\([\w-]+\.md/u);
  }
});

test('the Markdown of the errors has status and sentence of each code', () => {
  const errors = pages.find(({ name }) => name === 'errors');
  expect(errors && markdownOf(errors)).toContain(
    '### `voucher_used`\n\nHTTP 409: This voucher is already used up.\n\n',
  );
});

test('llms.txt lists every page once, with its summary', () => {
  const text = llmsTxtOf(pages);
  expect(text).toMatch(/^# Zawadi for developers\n\n> /u);
  for (const { name, title, summary } of pages) {
    expect(text.split(`- [${title}](${ADDRESS}/${name}.md): ${summary}\n`)).toHaveLength(2);
  }
});

test('the feed of changes is valid Atom, with the newest change first and no change for other readers', () => {
  const root = mkdtempSync(join(tmpdir(), 'zawadi-feed-'));
  folders.push(root);
  mkdirSync(join(root, 'changes'));
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  write('changes/README.md', '- Developers: not a change.\n');
  write(
    'changes/a-b.md',
    '- Operators: a new unit.\n- Developers: `amount` & <b>: see\n  [keys](../docs/x.md).\n',
  );
  utimesSync(join(root, 'changes/a-b.md'), new Date('2026-12-02'), new Date('2026-12-02'));
  write('changes/c.md', '- Buyers and shops: a page.\n');
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## 0.2.0 (2026-12-01)\n\n### For buyers and shops\n\n- A page.\n\n### For developers of shops\n\n- One.\n- Two,\n  and three.\n\n### For operators\n\n- A unit.\n\n## 0.1.0 (2026-11-01)\n\n### For operators\n\n- All.\n',
  );
  const feed = new DOMParser().parseFromString(changesFeed(root), 'application/xml');
  expect(feed.querySelector('parsererror')).toBeNull();
  expect(feed.documentElement.namespaceURI).toBe('http://www.w3.org/2005/Atom');
  const entries = [...feed.querySelectorAll('entry')].map((entry) =>
    ['id', 'title', 'updated', 'content'].map((name) => entry.querySelector(name)?.textContent),
  );
  expect(entries).toEqual([
    [
      `${ADDRESS}/changes.atom#a-b`,
      'amount & <b>',
      '2026-12-02T00:00:00.000Z',
      '<ul><li><code>amount</code> &amp; <b>: see keys.</li></ul>',
    ],
    [
      `${ADDRESS}/changes.atom#version-0.2.0`,
      'Version 0.2.0',
      '2026-12-01T00:00:00.000Z',
      '<ul><li>One.</li><li>Two, and three.</li></ul>',
    ],
  ]);
  expect(feed.querySelector('feed > updated')?.textContent).toBe(entries[0]?.[2]);
});

test('the feed of this repository is valid, and has the changes since the last version', () => {
  const feed = new DOMParser().parseFromString(changesFeed('.'), 'application/xml');
  expect(feed.querySelector('parsererror')).toBeNull();
  const ids = [...feed.querySelectorAll('entry > id')].map((id) => id.textContent);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});
