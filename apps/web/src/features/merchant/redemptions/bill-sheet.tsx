import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatKes } from '@zawadi/contract/money';
import type { TillRedemption } from '@zawadi/contract/redemptions';
import type { TillBill } from '@zawadi/contract/till-bill';
import { noteBill } from '@zawadi/contract/redemptions-bills';
import { useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { shillingsTyped } from '../../../ui/shillings-typed.ts';
import { paidByText, PAID_BY } from '../receipts/bill-text.ts';

type BillSheetProps = {
  redemption: TillRedemption;
  /** Total of the bill as typed before the redemption; may be empty. */
  typedTotal: string;
  onNoted: (redemption: TillRedemption) => void;
};

/** Asks how the customer paid the rest of a bill. It is a note for the receipt, and moves no money. */
export function BillSheet({ redemption, typedTotal, onNoted }: BillSheetProps) {
  const [total, setTotal] = useState(typedTotal);
  const [paidBy, setPaidBy] = useState<TillBill['paidBy']>('cash');
  const [receipt, setReceipt] = useState('');
  const queries = useQueryClient();
  const { redemptionId, amount, bill } = redemption;
  const noting = useMutation({
    mutationFn: () =>
      call(noteBill, {
        body: {
          redemptionId,
          total: shillingsTyped(total),
          paidBy,
          ...(paidBy === 'mpesa' && { mpesaReceipt: receipt.trim() }),
        },
      }),
    onSuccess: (noted) => {
      onNoted(noted);
      void queries.invalidateQueries({ queryKey: queryKeys.till });
    },
  });
  if (bill !== undefined) {
    return (
      <Alert tone="success">
        {say('{rest} of the bill paid: {how}', { rest: formatKes(bill.rest), how: paidByText(bill) })}
      </Alert>
    );
  }
  const rest = shillingsTyped(total) - amount;
  return (
    <Sheet title={say('Rest of the bill')} isPadded>
      <form
        className="stack-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (rest > 0 && !noting.isPending) noting.mutate();
        }}
      >
        <TextField
          label={say('Total of the bill')}
          inputMode="numeric"
          autoComplete="off"
          help={rest > 0 ? say('Left to pay: {amount}', { amount: formatKes(rest) }) : undefined}
          value={total}
          onChange={({ target }) => setTotal(target.value)}
        />
        {rest > 0 && (
          <>
            <SelectField
              label={say('Rest paid by')}
              options={PAID_BY.map((value) => ({ value, label: paidByText({ paidBy: value }) }))}
              value={paidBy}
              onChange={({ target }) => setPaidBy(target.value as TillBill['paidBy'])}
            />
            {paidBy === 'mpesa' && (
              <TextField
                label={say('Receipt of M-PESA')}
                autoComplete="off"
                maxLength={12}
                help={say('As in the M-PESA message, such as UKL1A2B3C4.')}
                value={receipt}
                onChange={({ target }) => setReceipt(target.value)}
              />
            )}
            {noting.isError && (
              <Alert tone="danger" isLive>
                {sentenceOf(noting.error, say('The note was not saved. Please try again.'))}
              </Alert>
            )}
            <Button type="submit" variant="secondary" isBusy={noting.isPending} busyLabel={say('Saving...')}>
              {say('Put it on the receipt')}
            </Button>
          </>
        )}
      </form>
    </Sheet>
  );
}
