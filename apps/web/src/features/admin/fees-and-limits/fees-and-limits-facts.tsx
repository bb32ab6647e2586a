import type { FeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { Facts } from '../../../ui/facts.tsx';
import { describeFeesAndLimits } from './describe-fees-and-limits.ts';

/** Fees and limits, one per line. */
export function FeesAndLimitsFacts({ feesAndLimits }: { feesAndLimits: FeesAndLimits }) {
  return (
    <Facts
      facts={Object.entries(describeFeesAndLimits(feesAndLimits)).map(([label, value]) => ({ label, value }))}
    />
  );
}
