import { centsOf } from '@zawadi/contract';
import { account, fundPayoutFloat } from '../../apps/api/src/features/money/postings/index.ts';
import { readBalances } from '../../apps/api/src/ledger/index.ts';
import { newId } from '../../apps/api/src/platform/ids.ts';
import type { System } from './system.ts';

/** Books the money that M-PESA has of us for pay-outs before anything happens. */
export async function bookOpeningFloat({ deps, sandbox }: System): Promise<void> {
  const { utility, working } = await sandbox.books();
  await fundPayoutFloat(deps, { causeId: newId(), amountCents: centsOf(utility + working) });
}

/**
 * What M-PESA has of us is what the ledger says. Where no result told of the charges of a pay-out, the comparison of a
 * statement books them: they count on both sides here, but the ledger has no more of them than M-PESA.
 */
export async function findFloatApart({ deps, sandbox }: System): Promise<string[]> {
  const { collection, utility, working, charges } = await sandbox.books();
  const { collection: ourCollection, payout, providerCharges } = account;
  const accounts = [ourCollection, payout, providerCharges].map((name) => ({ account: name }));
  const ours = await readBalances(deps.db, accounts);
  const inLedger = (name: string) => ours.get(name) ?? 0n;
  const ourFloat = inLedger(payout) + inLedger(providerCharges);
  const pairs = [
    { what: 'collected', theirs: centsOf(collection), ours: inLedger(ourCollection) },
    { what: 'to pay out', theirs: centsOf(utility + working + charges), ours: ourFloat },
  ];
  const findings = pairs
    .filter((pair) => pair.theirs !== pair.ours)
    .map((pair) => `M-PESA has ${pair.theirs} cents ${pair.what}, the ledger ${pair.ours}`);
  if (inLedger(providerCharges) > centsOf(charges))
    findings.push('the ledger has more charges than M-PESA took');
  return findings;
}
