import { readConfig } from '../apps/api/src/platform/config.ts';
import { createApiClient } from '@zawadi/story/api-client';
import { newPerson, welcome } from '@zawadi/story/people';
import { printTrialBalance, requireEqual } from './demo/report.ts';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { DEMO_ADMIN, DEMO_MERCHANT } from './demo/seed.ts';
import {
  buyGift,
  claim,
  openTill,
  readGift,
  readTrialBalance,
  readWallet,
  redeemTwice,
  withdraw,
} from '@zawadi/story/steps';
import { StartUpMistake } from './start-up-mistake.ts';
import { startSystem } from './start/system.ts';

/** Plays the whole story over HTTP, against a system that runs already or one of its own. */
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
  say(isRunning ? `Playing the story against http://127.0.0.1:${config.port}` : 'Playing the story');
  await play();
  exitCode = 0;
} catch (error) {
  console.error(`\nThe story broke: ${error instanceof Error ? error.message : String(error)}`);
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
  say(`1  ${neema.firstName} and ${kip.firstName} signed up and verified e-mail and phone`);

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

  const till = await openTill(world, DEMO_MERCHANT);
  const { balance } = await redeemTwice(world, till, code, 350);
  requireEqual('left on the voucher', balance, 600);
  say('4  Kip spent KES 350 at Duka la Juma; the repeated request was a replay; KES 600 are left');

  const claimed = await claim(world, kip, claimToken);
  requireEqual('wallet after the claim', claimed.walletBalance, 600);
  say('5  Kip added the rest to the wallet: KES 600');

  const paid = await withdraw(world, kip, 600);
  requireEqual('received on the phone', paid.received, 585);
  requireEqual('wallet after the withdrawal', await readWallet(world, kip), 0);
  say(
    `6  Kip withdrew it to M-PESA: KES 585 arrived, fee KES 15, receipt ${paid.transactionCode ?? '(pending)'}`,
  );

  say('');
  printTrialBalance(await readTrialBalance(world, DEMO_ADMIN), say);
}

function say(line: string): void {
  console.log(line);
}
