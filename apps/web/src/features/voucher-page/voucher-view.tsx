import { formatVoucherCode } from '@zawadi/contract/voucher-code';
import { findShops, type PublicVoucher, type Shop } from '@zawadi/contract/vouchers';
import { ShieldAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { say } from '../../i18n/say.ts';
import { unbroken } from '../../i18n/unbroken.tsx';
import { Alert } from '../../ui/alert.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { useDocumentTitle } from '../../ui/page-title.tsx';
import { PrintArea } from '../../ui/print-area.tsx';
import { Ticket } from '../../ui/ticket.tsx';
import { ticketStateOf } from '../../ui/ticket-state.ts';
import { longDateText } from '../../ui/time-text.ts';
import { Button } from '../../ui/button.tsx';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { VoucherActions } from './voucher-actions.tsx';
import { canBeClaimed, voucherSentence } from './voucher-page-state.ts';
import { ShopTile } from './shop-tile.tsx';

const FIRST_SHOPS = 6;

/** A gift: the ticket with its code, what can be done with it, and where. */
export function VoucherView({ voucher, claimToken }: { voucher: PublicVoucher; claimToken: string }) {
  const isUsable = canBeClaimed(voucher.status) && !voucher.isFrozen;
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
                    '{sender} has made this voucher. It can be spent there only, and it cannot be added to a wallet.',
                    { sender: voucher.senderName },
                  )}
            </p>
            <Alert tone="warn" icon={ShieldAlert}>
              {say(
                'This code is money. Show it only at the till, and never send it to anyone who calls you.',
              )}
            </Alert>
          </section>
        </div>
      )}
    </>
  );
}

/** Where a gift can be spent: the active merchants. Where there are more than come with it, they are searched. */
function ShopList({ shops, shopCount }: Pick<PublicVoucher, 'shops' | 'shopCount'>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? shops : shops.slice(0, FIRST_SHOPS);
  const first = (
    <>
      <Places shops={shown} />
      {shown.length < shops.length && (
        <div>
          <Button variant="quiet" onClick={() => setIsWhole(true)}>
            {shops.length < shopCount
              ? say('See {shown} of {count} shops', { shown: shops.length, count: shopCount })
              : say('See all {count} shops', { count: shopCount })}
          </Button>
        </div>
      )}
    </>
  );
  return (
    <section className="stack">
      <h2>{say('Where to spend it')}</h2>
      {shopCount === 0 && (
        <p className="muted">{say('No shop takes gifts at this moment. Its value is safe until then.')}</p>
      )}
      {shops.length < shopCount ? <ShopSearch>{first}</ShopSearch> : first}
    </section>
  );
}

/** Finds a shop among many by its name. What is inside shows until something is searched for. */
function ShopSearch({ children }: { children: ReactNode }) {
  const [search, setSearch] = useState<string>();
  return (
    <>
      <search>
        <SearchField
          label={say('Find a shop')}
          placeholder={say('A part of its name')}
          search={search}
          onSearch={setSearch}
        />
      </search>
      {search === undefined ? children : <Found search={search} />}
    </>
  );
}

function Found({ search }: { search: string }) {
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeys.shops(search),
    queryFn: ({ signal }) => call(findShops, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Note>{sentenceOf(error)}</Note>;
  if (data === undefined) return <Note>{say('Loading...')}</Note>;
  return (
    <div className="stack" aria-busy={isFetching}>
      {data.shops.length === 0 ? (
        <Note>{say('No shop of this name takes gifts.')}</Note>
      ) : (
        <Places shops={data.shops} />
      )}
      {data.isMore && <Note>{say('There are more. Enter more of the name.')}</Note>}
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className="muted" role="status">
      {children}
    </p>
  );
}

/** Shops by their sign and name. */
function Places({ shops }: { shops: readonly Shop[] }) {
  return (
    <ul className="places">
      {shops.map((shop) => (
        <li key={shop.shopId}>
          <ShopTile shop={shop} />
          <b className="strong">{shop.businessName}</b>
        </li>
      ))}
    </ul>
  );
}
