import { Link } from '@tanstack/react-router';
import { adminResendVoucher, extendVoucher } from '@zawadi/contract/voucher-actions';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { shortReference } from '@zawadi/contract/short-reference';
import { formatMsisdn } from '@zawadi/contract/text';
import type { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import { useState, type CSSProperties } from 'react';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { dateText, timeText } from '../../../ui/time-text.ts';
import { Timeline } from '../../../ui/timeline.tsx';
import { toast } from '../../../ui/toast.tsx';
import { dayText, nairobiDay } from '../../../ui/calendar-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { ActionButton } from '../action-button.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from './describe-transaction.ts';
import { FreezeDialog, UnfreezeDialog } from './freeze-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';
import { VoucherHolds } from './voucher-holds.tsx';
import '../action-row.css';

type Voucher = NonNullable<TransactionDetail['voucher']>;
type VoucherSheetProps = { voucher: Voucher; actions: CallAnswer<typeof readVoucherForAdmin>['actions'] };

/** The voucher that a payment is about: its ticket, its life, and what can be done about it. */
export function VoucherSheet({ voucher, actions }: VoucherSheetProps) {
  return (
    <Sheet title="Voucher" isPadded>
      <div className="stack">
        <Ticket voucher={voucher} />
        {voucher.isFrozen && (
          <Alert tone="warn">
            <b>This voucher is frozen.</b> Nothing can be taken from it now; its life below says why.
          </Alert>
        )}
        <VoucherHolds voucher={voucher} />
        <VoucherFacts voucher={voucher} />
        <VoucherActions voucher={voucher} actions={actions} />
        <Timeline
          items={voucher.activities.map(({ at, text, amount }, index) => ({
            key: `${at} ${index}`,
            state: 'done',
            title: text,
            time: timeText(new Date(at)),
            note: amount !== undefined && <Money amountShillings={amount} />,
          }))}
        />
        <AuditLink subjectKind="voucher" subjectId={voucher.voucherId}>
          Audit log of this voucher
        </AuditLink>
        {voucher.replaces !== undefined && (
          <AuditLink subjectKind="voucher" subjectId={voucher.replaces}>
            Audit log of the one that it replaces
          </AuditLink>
        )}
      </div>
    </Sheet>
  );
}

function Ticket({ voucher: { recipientName, value, balance, status, cloth } }: { voucher: Voucher }) {
  const left = value === 0 ? 0 : Math.round((balance / value) * 100);
  return (
    <div className="ticket-row">
      <TicketSwatch cloth={cloth} />
      <div>
        <b className="strong">{recipientName}</b>
        <p className="tiny muted num">
          <Money amountShillings={balance} /> left
        </p>
        <span className="bar" style={{ '--left': `${left}%` } as CSSProperties} />
      </div>
      <div className="ticket-side">
        <Money amountShillings={value} />
        <StatusBadge status={ticketStateOf(status)} />
      </div>
    </div>
  );
}

function VoucherFacts({ voucher }: { voucher: Voucher }) {
  const { voucherId, codeLastFour, senderName, recipientPhone, recipientEmail, expiresAt } = voucher;
  const { issuedBy, replaces, replacedBy } = voucher;
  return (
    <Facts
      facts={[
        { label: 'Voucher ID', value: <VoucherLink voucherId={voucherId} /> },
        { label: 'Code ends in', value: <span className="code">{codeLastFour}</span> },
        { label: 'From', value: senderName },
        recipientPhone !== undefined && { label: 'Phone', value: formatMsisdn(recipientPhone) },
        recipientEmail !== undefined && { label: 'Email', value: recipientEmail },
        { label: 'Valid to', value: dateText(new Date(expiresAt)) },
        issuedBy !== undefined && { label: 'Made by', value: issuedBy },
        replaces !== undefined && { label: 'Replaces', value: <VoucherLink voucherId={replaces} /> },
        replacedBy !== undefined && { label: 'Replaced by', value: <VoucherLink voucherId={replacedBy} /> },
      ]}
    />
  );
}

function VoucherLink({ voucherId }: { voucherId: string }) {
  return (
    <Link to="/admin/transactions/vouchers/$voucherId" params={{ voucherId }} className="code">
      {shortReference(voucherId)}
    </Link>
  );
}

function VoucherActions({ voucher, actions }: VoucherSheetProps) {
  const { mayMoveMoney, mayAskAgain } = useRights();
  const [asking, setAsking] = useState<'void' | 'extend' | 'freeze' | 'unfreeze'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <div className="action-row">
        {actions.canResend && mayAskAgain && <Resend voucherId={voucher.voucherId} />}
        {actions.canExtend && mayMoveMoney && (
          <Button variant="secondary" small onClick={() => setAsking('extend')}>
            Extend
          </Button>
        )}
        {actions.canFreeze && mayAskAgain && (
          <Button variant="secondary" small onClick={() => setAsking('freeze')}>
            Freeze
          </Button>
        )}
        {actions.canUnfreeze && mayAskAgain && (
          <Button variant="secondary" small onClick={() => setAsking('unfreeze')}>
            Unfreeze
          </Button>
        )}
        {actions.canVoid && mayMoveMoney && (
          <Button variant="secondary" small onClick={() => setAsking('void')}>
            Void
          </Button>
        )}
      </div>
      {asking === 'freeze' && <FreezeDialog voucher={voucher} onClose={close} />}
      {asking === 'unfreeze' && <UnfreezeDialog voucher={voucher} onClose={close} />}
      {asking === 'void' && <VoidDialog voucher={voucher} onClose={close} />}
      {asking === 'extend' && <ExtendDialog voucher={voucher} onClose={close} />}
    </>
  );
}

function Resend({ voucherId }: { voucherId: string }) {
  const refresh = useRefreshMoney();
  return (
    <ActionButton
      busyLabel="Sending..."
      execute={async () => {
        await call(adminResendVoucher, { body: { voucherId } });
        toast.success('Sent again', 'The recipient gets the same code and link.');
        await refresh();
      }}
    >
      Resend
    </ActionButton>
  );
}

type ExtendDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

/** Lets a voucher be valid longer; one that has expired comes back with what was left on it. */
function ExtendDialog({ voucher, onClose }: ExtendDialogProps) {
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

/** A year after the present last day, or after today when that is past, as far as that may be. */
function aYearAfter(expiresAt: string, latest: string): string {
  const later = new Date(Math.max(Date.parse(expiresAt), Date.now()));
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  const day = nairobiDay(later);
  return day < latest ? day : latest;
}

/** The first day that is an extension: the one after the present last day, or today when that is past. */
function firstDayAfter(expiresAt: string): string {
  const after = Date.parse(expiresAt) + 1;
  return nairobiDay(new Date(Math.max(after, Date.now())));
}
