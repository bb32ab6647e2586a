import type { Page } from '@playwright/test';
import { shownQuote } from '@zawadi/contract';
import { buyGift, readGift } from '@zawadi/story/steps';
import { rewriteGift } from './helpers/database.ts';
import { signIn } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

const RUN = 'window.hostile=1';
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><img src=x onerror=${RUN}>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><script>${RUN}</script></svg>`,
  `<math><mi//xlink:href="data:x,<script>${RUN}</script>">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:${RUN}">`,
  `<object data="data:text/html,<script>${RUN}</script>">`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">open</a>`,
  `<form action="javascript:${RUN}"><button>Go</button></form>`,
  `<button formaction="javascript:${RUN}" autofocus>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video src=x onerror=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<audio src=x onerror=${RUN}>`,
  `<body onload=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<style>@import "//evil.test";*{display:none}</style>`,
  `<link rel=stylesheet href=//evil.test>`,
  `<meta http-equiv=refresh content="0;url=//evil.test">`,
  `<base href=//evil.test>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<textarea></textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<SCRIPT SRC=//evil.test></SCRIPT>`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=x:x onerror\u0009=${RUN}>`,
  `＜script＞${RUN}＜/script＞`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%= ${RUN} %>`,
  `__proto__`,
  `[click](javascript:${RUN})`,
  `![x](x"onerror="${RUN})`,
  `<x onclick=${RUN}>press`,
  `<p style="position:fixed;inset:0;background:url(//evil.test)">`,
  `expression(${RUN})`,
  `<portal src=//evil.test>`,
  `<dialog open onclose=${RUN}>`,
  `<img srcset="//evil.test 1x">`,
  `<use href="data:image/svg+xml,<svg id=x onload=${RUN}>#x">`,
  `\u202e<script>${RUN}</script>`,
];

/** What a text of others must not bring about; the page's own complaints fail the journey anyway. */
function watch(page: Page): string[] {
  const happened: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => happened.push(dialog.message())));
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'evil.test') happened.push(request.url());
  });
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('evil.test')) happened.push(frame.url());
  });
  return happened;
}

test('A20 names and messages that look like script or style are shown as text, and nothing of them runs', async ({
  page,
  world,
  meet,
}) => {
  test.slow();
  const [buyer, recipient] = [await meet('Aisha', 'Hussein'), await meet('Brenda', 'Moraa')];
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'birthday' });
  const { claimToken } = await readGift(world, recipient);
  const happened = watch(page);
  for (const [index, payload] of PAYLOADS.entries()) {
    const name = PAYLOADS[(index + 1) % PAYLOADS.length] ?? '';
    await rewriteGift(recipient.phoneNumber, { name, message: payload });
    await page.goto(`/v/${claimToken}`);
    // Without the links in it.
    await expect(page.locator('.ticket-jina')).toContainText(shownQuote(payload));
    expect(await page.evaluate(() => 'hostile' in window), payload).toBe(false);
  }
  await signIn(page, recipient, '/dashboard/wallet');
  const gifts = page.getByRole('region', { name: 'Gifts for you' });
  await expect(gifts.getByRole('button', { name: 'Show code' })).toBeVisible();
  expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
  expect(happened).toEqual([]);
});
