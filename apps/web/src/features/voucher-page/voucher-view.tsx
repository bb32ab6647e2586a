import { formatKes } from '@zawadi/contract/money';
import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { Clock, ShieldAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { unbroken } from '../../i18n/unbroken.tsx';
import { Alert } from '../../ui/alert.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { useDocumentTitle } from '../../ui/page-title.tsx';
import { PrintArea } from '../../ui/print-area.tsx';
import { Ticket } from '../../ui/ticket.tsx';
import { ticketStateOf } from '../../ui/ticket-state.ts';
import { longDateText, timeInSentence } from '../../ui/time-text.ts';
import { useCode } from './use-code.ts';
import { VoucherActions } from './voucher-actions.tsx';
import { canBeClaimed, voucherSentence } from './voucher-page-state.ts';
import { ShopList } from './voucher-shops.tsx';

// Loaded only for a gift with a photo, which few gifts have.
const GiverPhoto = lazy(async () => ({ default: (await import('./giver-photo.tsx')).GiverPhoto }));

/** A gift: the ticket, its code on request, its actions, and where to spend it. */
export function VoucherView({ voucher, claimToken }: { voucher: PublicVoucher; claimToken: string }) {
  const isUsable = canBeClaimed(voucher.status) && !voucher.isFrozen;
  const isFromShop = voucher.isShopClosed || !voucher.canBeClaimed;
  const { show, isBusy, shown } = useCode(claimToken);
  // If the gift was spent or claimed after its code was shown, the code cannot be used any more.
  const code = voucher.hasCode ? shown : undefined;
  const headline = say('{recipient}, {sender} sent you a gift', {
    recipient: firstNameOf(voucher.recipientName),
    // If a shop is the sender, show its full name, since it has no first name.
    sender: isFromShop ? voucher.senderName : firstNameOf(voucher.senderName),
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
            code={code}
            hasQr={code !== undefined}
            expiresAt={voucher.expiresAt}
            fold={foldOf(voucher, code)}
          >
            {voucher.hasPhoto && (
              <Suspense>
                <GiverPhoto claimToken={claimToken} senderName={voucher.senderName} />
              </Suspense>
            )}
          </Ticket>
          <p className="sr" role="status">
            {code !== undefined && say('Here is the code.')}
          </p>
        </div>
      </PrintArea>
      <Holds holds={voucher.holds} />
      <VoucherActions
        voucher={voucher}
        claimToken={claimToken}
        code={code}
        onShowCode={show}
        isShowingCode={isBusy}
      />
      {isUsable && (
        <div className="cols even">
          <ShopList {...voucher} />
          <section className="stack">
            <h2>
              {unbroken(voucher.canBeClaimed ? say('Or take it to M-PESA') : say('For this shop only'))}
            </h2>
            <p className="muted">
              {voucher.canBeClaimed
                ? unbroken(
                    say(
                      'Add it to your wallet with the phone number or email this gift was sent to, then withdraw it to M-PESA.',
                    ),
                  )
                : say(
                    '{sender} made this voucher. You can spend it only there, and you cannot add it to a wallet.',
                    { sender: voucher.senderName },
                  )}
            </p>
            <Alert tone="warn" icon={ShieldAlert}>
              {say(
                'We never ask for your PIN. This code is money: show it only at the till, and never send it to anyone who calls you.',
              )}{' '}
              {voucher.canBeClaimed &&
                say(
                  'Are you selling something? A gift is not a payment until it is in your wallet. Until then its sender can give it to someone else.',
                )}
            </Alert>
          </section>
        </div>
      )}
    </>
  );
}

/** Returns whether the ticket is folded. A voucher without a code to show lies open. */
function foldOf({ hasCode }: Pick<PublicVoucher, 'hasCode'>, code: string | undefined) {
  if (!hasCode) return undefined;
  return code === undefined ? 'folded' : 'unfolds';
}

/** Lists shops' holds on the gift, each with its end. */
function Holds({ holds }: Pick<PublicVoucher, 'holds'>) {
  return holds.map(({ holdId, businessName, amount, expiresAt }) => (
    <Alert key={holdId} tone="info" icon={Clock}>
      <RichText
        text="<b>{shop} has reserved {amount} for an order,</b> until {time} at the latest. If the shop releases it, you can spend it again."
        shop={businessName}
        amount={formatKes(amount)}
        time={timeInSentence(new Date(expiresAt))}
      />
    </Alert>
  ));
}
