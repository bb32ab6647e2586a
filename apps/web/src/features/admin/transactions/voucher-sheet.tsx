import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { shortReference } from '@zawadi/contract/short-reference';
import type { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import type { CSSProperties } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { dateText, timeText } from '../../../ui/time-text.ts';
import { Timeline } from '../../../ui/timeline.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { useContacts } from '../contacts/use-contacts.ts';
import type { TransactionDetail } from './describe-transaction.ts';
import { VoucherActions } from '../voucher-actions/voucher-actions.tsx';
import { VoucherHolds } from '../voucher-actions/voucher-holds.tsx';

type Voucher = NonNullable<TransactionDetail['voucher']>;
type VoucherSheetProps = { voucher: Voucher; actions: CallAnswer<typeof readVoucherForAdmin>['actions'] };

/** The voucher of a payment: its ticket, history and actions. */
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
          items={voucher.activities.map(({ at, text, amount, redemptionId }, index) => ({
            key: `${at} ${index}`,
            state: 'done',
            title: text,
            time: timeText(new Date(at)),
            note: amount !== undefined && (
              <>
                <Money amountShillings={amount} />
                {redemptionId !== undefined && (
                  <>
                    {' · '}
                    <Link
                      to="/admin/transactions/$type/$transactionId"
                      params={{ type: 'Redemption', transactionId: redemptionId }}
                    >
                      Redemption {shortReference(redemptionId)}
                    </Link>
                  </>
                )}
              </>
            ),
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
  const contacts = useContacts({ kind: 'voucher', id: voucherId });
  return (
    <>
      <Facts
        facts={[
          { label: 'Voucher ID', value: <VoucherLink voucherId={voucherId} /> },
          { label: 'Code ends in', value: <span className="code">{codeLastFour}</span> },
          { label: 'From', value: senderName },
          recipientPhone !== undefined && {
            label: 'Phone',
            value: contacts.textOf('Recipient phone', recipientPhone),
          },
          recipientEmail !== undefined && {
            label: 'Email',
            value: contacts.textOf('Recipient email', recipientEmail),
          },
          { label: 'Valid to', value: dateText(new Date(expiresAt)) },
          issuedBy !== undefined && { label: 'Made by', value: issuedBy },
          replaces !== undefined && { label: 'Replaces', value: <VoucherLink voucherId={replaces} /> },
          replacedBy !== undefined && { label: 'Replaced by', value: <VoucherLink voucherId={replacedBy} /> },
        ]}
      />
      {(recipientPhone !== undefined || recipientEmail !== undefined) && (
        <div>
          <ShowContacts contacts={contacts} />
        </div>
      )}
    </>
  );
}

function VoucherLink({ voucherId }: { voucherId: string }) {
  return (
    <Link to="/admin/transactions/vouchers/$voucherId" params={{ voucherId }} className="code">
      {shortReference(voucherId)}
    </Link>
  );
}
