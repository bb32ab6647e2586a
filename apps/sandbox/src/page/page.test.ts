import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { defined, startRig } from '../testing/start-rig.ts';

const root = new URL('static/', import.meta.url);

test('serves every file of the phone page, under a content policy that blocks all other sources', async () => {
  const { url } = await startRig();
  const page = await fetch(url);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  const html = await page.text();
  const asked = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => defined(match[1]));
  expect(asked).toContain('/page.js');
  for (const path of asked) expect((await fetch(url + path)).status, path).toBe(200);
  expect((await fetch(`${url}/typeface.woff2`)).headers.get('content-type')).toBe('font/woff2');
});

test('serves every module that a script of the phone page imports', async () => {
  const { url } = await startRig();
  for (const name of (await readdir(root)).filter((file) => file.endsWith('.js'))) {
    const script = await readFile(new URL(name, root), 'utf8');
    const imported = [...script.matchAll(/from '\.\/([^']+)'/g)].map((match) => defined(match[1]));
    for (const path of imported) {
      const answer = await fetch(`${url}/${path}`);
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([
        200,
        'application/javascript; charset=utf-8',
      ]);
    }
  }
});

test('the phone page has no inline script, style or handler, so that its content policy needs no exception', async () => {
  const html = await readFile(new URL('index.html', root), 'utf8');
  expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
});
