import { Search } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { VoucherCodeField } from '../../../ui/voucher-code-field.tsx';
import { TakeAmount } from './take-amount.tsx';
import { TillProblemAlert } from './till-problem-alert.tsx';
import type { Till } from './use-till.ts';
import { VoucherFound } from './voucher-found.tsx';

/** The code first; then the voucher behind it, and how much is taken from it. */
export function TillForm({ till }: { till: Till }) {
  const { looking, redeeming } = till;
  const { found } = looking;
  const isRedeemable = found?.voucher.isRedeemable === true;
  const problem = redeeming.now.state === 'ready' ? redeeming.now.problem : undefined;
  return (
    <form
      className="stack-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isRedeemable) till.redeem();
        else if (!looking.isBusy) till.lookUp();
      }}
    >
      <VoucherCodeField
        label="Voucher code"
        boxes={till.boxes}
        onBoxes={till.changeCode}
        error={till.codeProblem}
      />
      {looking.isBusy && <SkeletonBlock height="5rem" radius="12px" />}
      {found !== undefined && <VoucherFound voucher={found.voucher} />}
      {looking.problem !== undefined && <TillProblemAlert {...looking.problem} />}
      {isRedeemable && <TakeAmount key={found.code} till={till} balance={found.voucher.balance} />}
      {problem !== undefined && looking.problem === undefined && <TillProblemAlert {...problem} />}
      {found === undefined && (
        <Button type="submit" wide variant="secondary" isBusy={looking.isBusy} busyLabel="Looking it up...">
          <Icon of={Search} />
          Look up
        </Button>
      )}
    </form>
  );
}
