import { formatVoucherCode } from '@zawadi/contract/voucher-code';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { ShieldAlert } from 'lucide-react';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { useDocumentTitle } from '../../ui/page-title.tsx';
import { PrintArea } from '../../ui/print-area.tsx';
import { Ticket } from '../../ui/ticket.tsx';
import { ticketStateOf } from '../../ui/ticket-state.ts';
import { longDateText } from '../../ui/time-text.ts';
import { ShopList } from './shop-list.tsx';
import { VoucherActions } from './voucher-actions.tsx';
import { canBeClaimed, voucherSentence } from './voucher-page-state.ts';

/** A gift: the ticket with its code, what can be done with it, and where. */
export function VoucherView({ voucher, claimToken }: { voucher: PublicVoucher; claimToken: string }) {
  const isUsable = canBeClaimed(voucher.status);
  const headline = say('{recipient}, {sender} sent you a gift', {
    recipient: firstNameOf(voucher.recipientName),
    // A shop has no first name.
    sender: voucher.canBeClaimed ? firstNameOf(voucher.senderName) : voucher.senderName,
  });
  useDocumentTitle(headline);
  return (
    <>
      <PrintArea>
        <div className="stack-5">
          <div className="stack-2">
            <h1>{headline}</h1>
            <p className="muted">{voucherSentence(voucher, longDateText(new Date(voucher.expiresAt)))}</p>
          </div>
          <Ticket
            cloth={voucher.cloth}
            state={ticketStateOf(voucher.status)}
            recipientName={voucher.recipientName}
            senderName={voucher.senderName}
            message={voucher.message}
            valueShillings={voucher.value}
            balanceShillings={voucher.balance}
            code={voucher.code && formatVoucherCode(voucher.code.replaceAll('-', ''))}
            hasQr={isUsable}
            expiresAt={voucher.expiresAt}
          />
        </div>
      </PrintArea>
      <VoucherActions voucher={voucher} claimToken={claimToken} />
      {isUsable && (
        <div className="cols even">
          <ShopList shops={voucher.shops} shopCount={voucher.shopCount} />
          <section className="stack">
            <h2>{voucher.canBeClaimed ? say('Or take it to M-PESA') : say('For this shop only')}</h2>
            <p className="muted">
              {voucher.canBeClaimed
                ? say(
                    'Add it to your wallet with the phone number or e-mail this gift was sent to, then withdraw it to M-PESA.',
                  )
                : say(
                    '{sender} has made this voucher. It can be spent there only, and it cannot be added to a wallet.',
                    { sender: voucher.senderName },
                  )}
            </p>
            <Alert tone="warn" icon={ShieldAlert}>
              {say(
                'This code is money. Show it only at the till, and never send it to anybody who calls you.',
              )}
            </Alert>
          </section>
        </div>
      )}
    </>
  );
}
