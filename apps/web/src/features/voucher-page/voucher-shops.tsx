import { findShops, type PublicVoucher } from '@zawadi/contract/vouchers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { longDateText } from '../../ui/time-text.ts';
import { Note, Places, townName } from './shop-places.tsx';

// Loaded when a person asks for near shops, so that the gift's first load stays small.
const NearShops = lazy(async () => ({ default: (await import('./near-shops.tsx')).NearShops }));

const FIRST_SHOPS = 6;

type ShopListProps = Pick<
  PublicVoucher,
  'shops' | 'shopCount' | 'towns' | 'isShopClosed' | 'canBeClaimed' | 'expiresAt'
>;

type Sought = { search?: string | undefined; town?: string | undefined; sameShopAs?: string | undefined };

/**
 * Lists the active merchants where a gift can be spent. Offers a search if shops are in several towns, or if not all
 * are loaded.
 */
export function ShopList({ shops, shopCount, towns, isShopClosed, canBeClaimed, expiresAt }: ShopListProps) {
  // A shop's own voucher is accepted only there, so no search may list other shops.
  const sameShopAs = canBeClaimed ? undefined : shops[0]?.shopId;
  const [sought, setSought] = useState<Sought>({ sameShopAs });
  const [isNear, setIsNear] = useState(false);
  const seek = (next: Sought) => {
    setSought(next);
    setIsNear(false);
  };
  const isSought = (sought.search ?? sought.town) !== undefined;
  return (
    <section className="stack">
      <h2>{say('Where to spend it')}</h2>
      {shopCount === 0 && (
        <p className="muted">
          {isShopClosed
            ? say(
                'This shop has closed. Add its value to your wallet by {day}; then it goes back to the shop.',
                {
                  day: longDateText(new Date(expiresAt)),
                },
              )
            : say('No shop takes gifts right now. The value of this gift is safe. Please look again later.')}
        </p>
      )}
      {(shops.length < shopCount || towns.length > 1) && (
        <search className="finder">
          {towns.length > 1 && (
            <Field label={say('Town')}>
              {(wiring) => (
                <select
                  {...wiring}
                  className="input"
                  onChange={({ target }) => seek({ ...sought, town: target.value || undefined })}
                >
                  <option value="">{say('All towns')}</option>
                  {towns.map(({ town, count }) => (
                    <option key={town} value={town}>
                      {townName(town) ?? say('Other places')} ({count})
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {shops.length < shopCount && (
            <SearchField
              label={say('Find a shop')}
              placeholder={say('Part of its name')}
              search={sought.search}
              onSearch={(search) => seek({ ...sought, search })}
            />
          )}
        </search>
      )}
      {shopCount > 1 && (
        <div>
          <Button variant="secondary" aria-pressed={isNear} onClick={() => setIsNear(!isNear)}>
            {say('Near me')}
          </Button>
        </div>
      )}
      {isNear && (
        <Suspense fallback={<Note>{say('Loading...')}</Note>}>
          <NearShops sameShopAs={sameShopAs} />
        </Suspense>
      )}
      {!isNear && isSought && <Found sought={sought} />}
      {!isNear && !isSought && <FirstShops shops={shops} shopCount={shopCount} />}
    </section>
  );
}

function FirstShops({ shops, shopCount }: Pick<PublicVoucher, 'shops' | 'shopCount'>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? shops : shops.slice(0, FIRST_SHOPS);
  return (
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
}

function Found({ sought }: { sought: Sought }) {
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeys.shops(sought),
    queryFn: ({ signal }) => call(findShops, { query: sought, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Note>{sentenceOf(error)}</Note>;
  if (data === undefined) return <Note>{say('Loading...')}</Note>;
  return (
    <div className="stack" aria-busy={isFetching}>
      {data.shops.length === 0 ? (
        <Note>{say('No shop with this name takes gifts.')}</Note>
      ) : (
        <Places shops={data.shops} />
      )}
      {data.isMore && <Note>{say('There are more shops. Type more of the name.')}</Note>}
    </div>
  );
}
