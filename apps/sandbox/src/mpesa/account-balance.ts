import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { accountBalanceRequestSchema } from '@zawadi/mpesa/wire/queries';
import { sandboxCredentials } from '../credentials.ts';
import type { Command } from './commands.ts';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { createReceipt } from './ids.ts';
import type { CommandOutcome } from './result-body.ts';

/**
 * Our balances as M-PESA shows them: charges are a debt that the working account has not settled yet. The sandbox's
 * books settle each charge at once, so that the books add up.
 */
export function organisationBalances(world: World) {
  const { accounts } = world;
  const charges = accounts.balance(ourAccount('charges'));
  return {
    collection: accounts.balance(ourAccount('collection')),
    utility: accounts.balance(ourAccount('utility')),
    working: accounts.balance(ourAccount('working')) + charges,
    chargesPaid: charges === 0 ? 0 : -charges,
  };
}

/** With a separate pay bill, customers' payments are in its utility account. */
export function collectionAccountName(world: World): string {
  return world.behaviour.inForce().separateShortCodes ? 'Utility Account' : 'Merchant Account';
}

/** `Utility Account|KES|228037.00|228037.00|0.00|0.00` */
export function accountText(name: string, balance: number): string {
  const amount = balance.toFixed(2);
  return `${name}|KES|${amount}|${amount}|0.00|0.00`;
}

export function readAccountBalance(world: World, command: Command): CommandOutcome {
  const balances = organisationBalances(world);
  const { PartyA: asked } = accountBalanceRequestSchema.parse(JSON.parse(command.request));
  const isSeparate = world.behaviour.inForce().separateShortCodes;
  const payout: [string, number][] = [
    ['Working Account', balances.working],
    ['Float Account', 0],
    ['Utility Account', balances.utility],
    ['Charges Paid Account', balances.chargesPaid],
    ['Organization Settlement Account', 0],
  ];
  const collection: [string, number][] = [[collectionAccountName(world), balances.collection]];
  const all = [...payout, ...collection];
  const ownList = asked === sandboxCredentials.payoutShortCode ? payout : collection;
  const list = isSeparate ? ownList : all;
  return {
    resultCode: '0',
    receipt: `${createReceipt(world.clock()).slice(0, 3)}0000000`,
    parameters: [
      { Key: 'AccountBalance', Value: list.map(([name, balance]) => accountText(name, balance)).join('&') },
      { Key: 'BOCompletedTime', Value: formatNairobi(world.clock(), compactPattern) },
    ],
    title: 'Account balance read',
    detail: `Utility KES ${balances.utility}, working KES ${balances.working}`,
  };
}
