import type { TillVoucher } from '@zawadi/contract/redemptions';
import { formatKes } from '@zawadi/contract/money';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { dateText } from '../../../ui/time-text.ts';

/** Whose voucher it is, what is left on it, and until when. */
export function VoucherFound({ voucher }: { voucher: TillVoucher }) {
  const { recipientName, cloth, status, value, balance, expiresAt, isRedeemable } = voucher;
  return (
    <div className={`sheet till-voucher ${isRedeemable ? '' : 'is-faded'}`} role="status">
      <div className="ticket-row">
        <TicketSwatch cloth={cloth} />
        <div>
          <b className="strong">{recipientName}</b>
          <span className="tiny muted num">to {dateText(new Date(expiresAt))}</span>
        </div>
        <div className="till-side">
          <Money amountShillings={balance} />
          <StatusBadge status={ticketStateOf(status)} />
          {balance !== value && <span className="tiny muted num">of {formatKes(value)}</span>}
        </div>
      </div>
    </div>
  );
}
