import { parseVoucherCode } from '@zawadi/contract/voucher-code';
import { useState } from 'react';
import { codeIn, EMPTY_BOXES, fillBoxes, type CodeBoxes } from '../../../ui/code-boxes.ts';
import { useLookUp } from './use-look-up.ts';
import { useRedeeming } from './use-redeeming.ts';
import { amountToTake } from './till-amount.ts';

/** What stands on the till: a code, the voucher behind it, and how much is taken. */
export function useTill() {
  const [boxes, setBoxes] = useState(EMPTY_BOXES);
  const [codeProblem, setCodeProblem] = useState<string>();
  const [typedAmount, setTypedAmount] = useState('');
  const [amountProblem, setAmountProblem] = useState<string>();
  const looking = useLookUp();
  const redeeming = useRedeeming(({ code }) => looking.lookUp(code));

  const change = (changed: CodeBoxes) => {
    setBoxes(changed);
    setTypedAmount('');
    setAmountProblem(undefined);
    setCodeProblem(undefined);
    looking.forget();
    if (redeeming.now.state === 'ready' && redeeming.now.problem !== undefined) redeeming.next();
    if (codeIn(changed).length === 16) lookUp(changed);
  };
  const lookUp = (typed: CodeBoxes) => {
    const code = parseVoucherCode(codeIn(typed));
    if (code === undefined) setCodeProblem(problemOf(codeIn(typed)));
    else looking.lookUp(code);
  };

  return {
    boxes,
    codeProblem,
    typedAmount,
    amountProblem,
    looking,
    redeeming,
    changeCode: change,
    changeAmount: (typed: string) => {
      setTypedAmount(typed);
      setAmountProblem(undefined);
    },
    lookUp: () => lookUp(boxes),
    /** A whole code that was scanned, instead of whatever stands there. */
    take: (code: string) => {
      const { state } = redeeming.now;
      if (state === 'asking' || state === 'unknown') return;
      if (state === 'done') redeeming.next();
      change(fillBoxes(EMPTY_BOXES, 0, code).boxes);
    },
    redeem: () => {
      if (looking.found === undefined) return;
      const { code, voucher } = looking.found;
      const read = amountToTake(typedAmount, voucher.balance);
      if ('problem' in read) setAmountProblem(read.problem);
      else redeeming.redeem({ code, amountShillings: read.amount, recipientName: voucher.recipientName });
    },
    /** Clears the till for the next customer. */
    next: () => {
      redeeming.next();
      change(EMPTY_BOXES);
    },
  };
}

export type Till = ReturnType<typeof useTill>;

function problemOf(code: string): string {
  return code.length < 16
    ? 'Please enter all 16 characters of the code'
    : 'This is not quite the code. Please compare it once more.';
}
