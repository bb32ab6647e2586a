import type { ChargesInForce } from '@zawadi/contract/admin-charges';
import { Facts } from '../../../ui/facts.tsx';
import { describeCharges } from './charges-words.ts';

/** Fees and limits, one per line. */
export function ChargesFacts({ charges }: { charges: ChargesInForce }) {
  return (
    <Facts facts={Object.entries(describeCharges(charges)).map(([label, value]) => ({ label, value }))} />
  );
}
