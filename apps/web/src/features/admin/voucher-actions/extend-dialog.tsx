import { formatKes } from '@zawadi/contract/money';
import { extendVoucher } from '@zawadi/contract/voucher-actions';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type ExtendDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

/** Extends a voucher's validity; an expired voucher becomes valid again with its remaining value. */
export function ExtendDialog({ voucher, onClose }: ExtendDialogProps) {
  const { voucherId, recipientName, expiresAt, latestValidTo, status } = voucher;
  const [validTo, setValidTo] = useState(() => aYearAfter(expiresAt, latestValidTo));
  const [first] = useState(() => firstDayAfter(expiresAt));
  const [problem, setProblem] = useState<string>();
  return (
    <ConfirmMoneyDialog
      title={`Extend ${recipientName}’s voucher?`}
      action="Extend"
      busyLabel="Extending..."
      check={() => {
        setProblem(validTo === '' ? 'Please choose a day' : undefined);
        return validTo !== '';
      }}
      planned={validTo === '' ? undefined : { kind: 'extension', voucherId, validTo }}
      send={async (reason) => call(extendVoucher, { body: { voucherId, validTo, reason } })}
      said={{ title: 'Voucher extended' }}
      onClose={onClose}
    >
      <p className="muted">
        {status === 'EXPIRED'
          ? `It expired on ${dayText(nairobiDay(new Date(expiresAt)), 'long')}. It comes back with what was left on it, up to ${formatKes(voucher.value)}, and the same code works again.`
          : `It is valid until ${dayText(nairobiDay(new Date(expiresAt)), 'long')} now. The code stays the same.`}
      </p>
      <DateField
        label="Last day"
        min={first}
        max={latestValidTo}
        value={validTo}
        error={problem}
        onChange={setValidTo}
      />
    </ConfirmMoneyDialog>
  );
}

/**
 * Returns the day a year after the last valid day, or after today if that is later. At most the latest allowed day.
 */
function aYearAfter(expiresAt: string, latest: string): string {
  const later = new Date(Math.max(Date.parse(expiresAt), Date.now()));
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  const day = nairobiDay(later);
  return day < latest ? day : latest;
}

/** Returns the first possible new last day: the day after the current last day, or today if that is later. */
function firstDayAfter(expiresAt: string): string {
  const after = Date.parse(expiresAt) + 1;
  return nairobiDay(new Date(Math.max(after, Date.now())));
}
