import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { freePort } from '@zawadi/story/free-port';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { newHand } from './helpers/hand.ts';
import { openShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { TILL, typeCode } from './helpers/till.ts';

const AT_MOST_MINUTES = 10;

test('with only the product’s pages, a developer redeems a test voucher and verifies a webhook within ten minutes', async ({
  page,
  context,
  world,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { merchantCode } = await openShop(world, 'Duka la Msanidi');
  const hand = newHand({ secondsAPress: 2 });
  const desk = newDesk();
  const startedMs = performance.now();
  try {
    await page.goto('/merchant/login');
    await hand.type(page.getByLabel('Merchant code', { exact: true }), merchantCode);
    await hand.type(page.getByLabel('Password', { exact: true }), DEMO_PASSWORD);
    await hand.press(page.getByRole('button', { name: 'Sign In' }));
    const menu = page.getByRole('navigation', { name: 'Main' });
    await hand.press(menu.getByRole('link', { name: 'API Access' }));
    await hand.press(page.getByRole('button', { name: 'Regenerate secret' }));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Regenerate secret' }));
    await expect(page.getByText('API Secret Regenerated')).toBeVisible();
    const copy = async (name: string) => {
      await hand.press(page.getByRole('button', { name, exact: true }));
      hand.paste();
      return clipboardOf(page);
    };
    const secret = await copy('Copy API secret');
    const key = await copy('Copy API key');
    await hand.press(page.getByRole('button', { name: 'Make a test voucher' }));
    const code = await copy('Copy the code of the test voucher');
    await hand.press(page.getByRole('link', { name: 'Quick start', exact: true }));

    const copyBox = async (text: string) => {
      const box = page.locator('.codebox').filter({ hasText: text });
      await hand.press(box.getByRole('button', { name: 'Copy' }));
      hand.paste();
      return clipboardOf(page);
    };
    await expect(page.getByText('The examples contain your test key.')).toBeVisible();
    await expect(page.locator('.codebox').filter({ hasText: 'export ZAWADI_URL' })).toContainText(key);
    desk.knows(await copyBox('export ZAWADI_URL'), { zk_: key, zs_: secret });
    desk.knows(await copyBox('export CODE'), { XXXX: code });
    await desk.run(await copyBox('npm install'));
    expect(JSON.parse(await desk.run(await copyBox('"$ZAWADI_URL/vouchers/$CODE"')))).toMatchObject({
      status: 'ACTIVE',
      balance: 500,
    });
    const sale: unknown = JSON.parse(await desk.run(await copyBox('"$ZAWADI_URL/vouchers/$CODE/redeem"')));
    expect(sale).toMatchObject({ balance: 150, redemption: { amount: 350 } });

    hand.typeElsewhere('receiver.mjs');
    await desk.save('receiver.mjs', await copyBox('createServer('));
    const listener = desk.leaveRunning(await copyBox('zawadi listen'));
    await expect.poll(listener.printed, { timeout: 30_000 }).toContain('Ready: ');
    const signing = /whsec_\S+/u.exec(listener.printed())?.[0] ?? '';
    hand.paste();
    const start = (await copyBox('node receiver.mjs')).replace('whsec_...', signing);
    const receiver = desk.leaveRunning(start);
    await expect.poll(desk.isReceiving).toBe(true);
    await desk.run(await copyBox('zawadi trigger'));
    await expect.poll(receiver.printed).toContain('voucher.redeemed');

    const measured = (performance.now() - startedMs) / 1_000;
    const seconds = measured + hand.seconds();
    process.stdout.write(
      `from sign-in to a verified webhook: ${measured.toFixed(0)} s of machine, ${hand.keystrokes()} keystrokes and presses,` +
        ` ${seconds.toFixed(0)} s together, ${hand.screens()} screens\n`,
    );
    expect(seconds).toBeLessThan(AT_MOST_MINUTES * 60);
    expect(hand.screens()).toBeLessThanOrEqual(4);

    await page.goto(TILL);
    await typeCode(page, code);
    await page.getByLabel('Take').fill('150');
    await page.getByRole('button', { name: /^Redeem KES\s150$/u }).click();
    await expect(page.getByText('Taken from', { exact: false })).toBeVisible();
  } finally {
    desk.clear();
  }
});

function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(async () => navigator.clipboard.readText());
}

/**
 * Simulates the developer's machine: an empty folder and terminals. Does not use port 3000, which other tests may use.
 */
function newDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-developer-'));
  const { PATH, HOME } = process.env;
  const environment: NodeJS.ProcessEnv = { PATH, HOME };
  const running: ChildProcess[] = [];
  const port = freePort();
  const onFreePort = async (text: string) => text.replaceAll('3000', String(await port));
  return {
    /** Sets the environment variables that a code box exports, with real values in place of the dots. */
    knows: (box: string, values: Record<string, string>) => {
      for (const [, name = '', shown = ''] of box.matchAll(/^export (\w+)=(\S+)$/gmu)) {
        const [, value = shown] = Object.entries(values).find(([start]) => shown.startsWith(start)) ?? [];
        environment[name] = value;
      }
    },
    run: async (line: string) => {
      const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder, env: environment });
      return stdout;
    },
    save: async (name: string, text: string) => writeFileSync(join(folder, name), await onFreePort(text)),
    leaveRunning: (line: string) => {
      let printed = '';
      void onFreePort(line).then((command) => {
        const child = spawn('sh', ['-c', command], { cwd: folder, env: environment, detached: true });
        child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
        running.push(child);
      });
      return { printed: () => printed };
    },
    isReceiving: async () => {
      const socket = connect(await port, '127.0.0.1');
      const isOpen = await new Promise<boolean>((settled) => {
        socket.once('connect', () => settled(true)).once('error', () => settled(false));
      });
      socket.destroy();
      return isOpen;
    },
    clear: () => {
      // Kill process groups, which include the programs that the shells started.
      for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
