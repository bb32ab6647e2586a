import { readConfig } from '../apps/api/src/config/config.ts';
import { createApiClient } from '@zawadi/story/api-client';
import { newPerson, welcome } from '@zawadi/story/people';
import type { Settlement, Zawadi } from '@zawadi/sdk';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { ensurePayoutChannel, sendEventsTo, settle, signInMember } from '@zawadi/story/shop-steps';
import {
  buyGift,
  claim,
  readGift,
  readTrialBalance,
  readWallet,
  withdraw,
  type World,
} from '@zawadi/story/steps';
import { listen } from './demo/listen.ts';
import { printTrialBalance, requireEqual, requireSame } from './demo/report.ts';
import { DEMO_ADMIN, DEMO_MERCHANT, DEMO_MERCHANT_PHONE } from './demo/seed.ts';
import { makeVoucher, openShop, readPaid, readTransactions, redeemTwice } from './demo/shop.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { startSystem } from './start/system.ts';

/** Plays the whole demo over HTTP, against the running system, or starts a system for it. */
const config = readConfig(process.env);
const leaving = new AbortController();
process.once('SIGINT', () => leaving.abort());

const isRunning = await fetch(`http://127.0.0.1:${config.port}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
let exitCode = 1;
const own = isRunning
  ? undefined
  : await startSystem({ environment: process.env, say, signal: leaving.signal }).catch((error: unknown) => {
      console.error(error instanceof StartUpMistake ? error.message : error);
      process.exit(1);
    });
try {
  say(isRunning ? `Playing the demo against http://127.0.0.1:${config.port}` : 'Playing the demo');
  await play();
  exitCode = 0;
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
} finally {
  await own?.stop();
}
process.exit(exitCode);

async function play(): Promise<void> {
  if (config.provider !== 'sandbox')
    throw new Error('the demo needs PROVIDER=sandbox; it would move real money');
  const api = createApiClient(`http://127.0.0.1:${config.port}`);
  const sandbox = createSandboxControl(`http://127.0.0.1:${config.sandboxPort}`);
  const world = { api, sandbox };

  const neema = await welcome(api, sandbox, newPerson('Neema', 'Achieng'));
  const kip = await welcome(api, sandbox, newPerson('Kip', 'Rotich'));
  say(`1  ${neema.firstName} and ${kip.firstName} signed up and verified email and phone`);

  const message = 'Asante sana kwa kila kitu.';
  const { mpesaReceipt } = await buyGift(world, neema, {
    recipient: kip,
    amount: 1_000,
    message,
    cloth: 'asante',
  });
  say(`2  Neema bought a gift for KES 1,000 by STK push, receipt ${mpesaReceipt ?? '(pending)'}`);

  const { code, claimToken } = await readGift(world, kip);
  say(`3  Kip got the code ····-····-····-${code.slice(-4)} and a claim link by SMS`);

  const shop = await openShop(world, DEMO_MERCHANT);
  const sale = await redeemTwice(shop, code, 350);
  requireEqual('left on the voucher', sale.balance, 600);
  say('4  Kip spent KES 350 at Duka la Juma; the retried request was a replay; KES 600 are left');

  const claimed = await claim(world, kip, claimToken);
  requireEqual('wallet after the claim', claimed.walletBalance, 600);
  say('5  Kip added the rest to the wallet: KES 600');

  const paid = await withdraw(world, kip, 600);
  requireEqual('received on the phone', paid.received, 585);
  requireEqual('wallet after the withdrawal', await readWallet(world, kip), 0);
  say(
    `6  Kip withdrew it to M-PESA: KES 585 arrived, fee KES 15, receipt ${paid.transactionCode ?? '(pending)'}`,
  );

  await playShop(world, shop);

  say('');
  printTrialBalance(await readTrialBalance(world, DEMO_ADMIN), say);
}

async function playShop(world: World, shop: Zawadi): Promise<void> {
  const owner = await signInMember(world.api, DEMO_MERCHANT);
  const listener = await listen();
  const { secret, restore } = await sendEventsTo(world, owner, listener.url);
  listener.trust(secret);
  try {
    const voucher = await makeVoucher(shop, { amount: 200, name: 'Asha Mwangi', taken: 120 });
    say('7  Duka la Juma issued a voucher of KES 200 from its balance, redeemed KES 120 and reversed it');

    const lines = await readTransactions(shop, voucher.id);
    requireSame('the list', lines, ['redemption REVERSED 120', 'voucher_created COMPLETED 200']);
    await listener.event('voucher.created', (of) => of.voucher_id === voucher.id);
    await listener.event('voucher.redeemed', (of) => of.redemption_id === voucher.redemptionId);
    const isOfSale = (of: { redemption_id: string }) => of.redemption_id === voucher.redemptionId;
    await listener.event('transaction.completed', (of) => isOfSale(of) && of.type === 'redemption');
    await listener.event('transaction.completed', (of) => isOfSale(of) && of.type === 'reversal');
    say('8  Its list of transactions and four signed webhooks agree');

    const isPaidToPhone = await ensurePayoutChannel(world, owner, DEMO_MERCHANT_PHONE);
    const { balance: before } = await world.sandbox.phone(DEMO_MERCHANT_PHONE);
    const paid = await readPaid(shop, () => settle(world, DEMO_ADMIN, DEMO_MERCHANT));
    const { balance: after } = await world.sandbox.phone(DEMO_MERCHANT_PHONE);
    const [net, fee] = [sumOf(paid, 'net'), sumOf(paid, 'fee')];
    if (isPaidToPhone) requireEqual("received on the shop's phone", after - before, net);
    for (const { id } of paid) await listener.event('settlement.processed', (of) => of.batch_id === id);
    say(`9  The shop was settled: KES ${net} by M-PESA, fee KES ${fee}, as its list and its webhooks say`);
  } finally {
    await restore();
    await listener.close();
  }
}

function sumOf(settlements: Settlement[], part: 'net' | 'fee'): number {
  const paid = settlements.filter(({ status }) => status === 'COMPLETED');
  return paid.reduce((sum, settlement) => sum + settlement[part], 0);
}

function say(line: string): void {
  console.log(line);
}
