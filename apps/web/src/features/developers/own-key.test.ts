// @vitest-environment happy-dom
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { beforeEach, expect, test } from 'vitest';
import { allPages } from '../../../developers/all-pages.ts';
import { renderMarkdown } from '../../../developers/render-markdown.ts';
import { accessToken, answering, yes } from '../../api/testing/fake-server.ts';
import { clearTokens, storeTokens } from '../../api/token-store.ts';
import { emptyAnswer } from '../../testing/empty-answer.ts';
import { loadSessionOf } from '../session/who-is.ts';
import { fillInOwnKey } from './own-key.ts';

const KEY = 'zk_test_0123456789abcdefghijkl';
const server = answering();
const pages = allPages('docs');

beforeEach(() => clearTokens());

function openPage(name: string): string {
  const page = pages.find((one) => one.name === name);
  if (page === undefined) throw new Error(`there is no page ${name}`);
  document.body.innerHTML = `<main class="docs-body">${renderMarkdown(page, () => true).html}</main>`;
  return document.body.textContent;
}

/** Signs in as the app does. */
async function signIn(role: 'ROLE_USER' | 'ROLE_MERCHANT', apiKey?: string): Promise<void> {
  storeTokens({ accessToken: accessToken('DUKA001', role), refreshToken: 'refresh' });
  server.reply = () => yes({ ...emptyAnswer(merchantDetails), apiKey });
  await loadSessionOf({ sub: 'DUKA001', role });
}

const codeOf = () => [...document.querySelectorAll('pre')].map((box) => box.textContent).join('\n');

test.each(['quick-start', 'reference'])(
  'fills the test key of a signed-in owner into the examples of %s, and leaves the secret out',
  async (name) => {
    await signIn('ROLE_MERCHANT', KEY);
    openPage(name);
    fillInOwnKey();
    expect(codeOf()).toContain(`export ZAWADI_API_KEY=${KEY}\nexport ZAWADI_API_SECRET=zs_test_...`);
    expect(codeOf()).toContain(`-u "${KEY}:$ZAWADI_API_SECRET"`);
    expect(codeOf()).not.toMatch(/zk_test_\.|\$ZAWADI_API_KEY/u);
    expect(document.body.textContent).toContain('The examples contain your test key');
  },
);

test('leaves the examples as they are for a live key, a cashier, a consumer, and after a sign-out', async () => {
  const before = openPage('quick-start');
  const shownAfter = async (act: () => Promise<void> | void) => {
    await signIn('ROLE_MERCHANT', KEY);
    await act();
    fillInOwnKey();
    return document.body.textContent;
  };
  expect(await shownAfter(async () => signIn('ROLE_MERCHANT', 'zk_live_0123456789abcdef'))).toBe(before);
  expect(await shownAfter(async () => signIn('ROLE_MERCHANT'))).toBe(before);
  expect(await shownAfter(async () => signIn('ROLE_USER'))).toBe(before);
  expect(await shownAfter(clearTokens)).toBe(before);
});
