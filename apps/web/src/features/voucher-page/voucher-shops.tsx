import { SHOP_CATEGORY_NAMES } from '@zawadi/contract/merchants-categories';
import { nameOfShop } from '@zawadi/contract/shop-names';
import { findShops, type PublicVoucher, type Shop } from '@zawadi/contract/vouchers';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { longDateText } from '../../ui/time-text.ts';
import { ShopTile } from './shop-tile.tsx';

const FIRST_SHOPS = 6;

type ShopListProps = Pick<PublicVoucher, 'shops' | 'shopCount' | 'towns' | 'isShopClosed' | 'expiresAt'>;

type Sought = { search?: string | undefined; town?: string | undefined };

/**
 * Lists the active merchants where a gift can be spent. Offers a search if shops are in several towns, or if not all
 * are loaded.
 */
export function ShopList({ shops, shopCount, towns, isShopClosed, expiresAt }: ShopListProps) {
  const [sought, setSought] = useState<Sought>({});
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
                  onChange={({ target }) => setSought({ ...sought, town: target.value || undefined })}
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
              onSearch={(search) => setSought({ ...sought, search })}
            />
          )}
        </search>
      )}
      {isSought ? <Found sought={sought} /> : <FirstShops shops={shops} shopCount={shopCount} />}
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

function Note({ children }: { children: string }) {
  return (
    <p className="muted" role="status">
      {children}
    </p>
  );
}

/** Shops with logo, name, category, location and hours. */
function Places({ shops }: { shops: readonly Shop[] }) {
  return (
    <ul className="places">
      {shops.map((shop) => (
        <li key={shop.shopId}>
          <ShopTile shop={shop} />
          <div>
            <b className="strong">{nameOfShop(shop)}</b>
            <span className="small muted">{whereText(shop)}</span>
            {shop.hours !== undefined && <span className="small">{hoursText(shop.hours)}</span>}
          </div>
          {shop.mapLink !== undefined && (
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={shop.mapLink}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={say('Map: {shop}', { shop: nameOfShop(shop) })}
            >
              {say('Map')}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Formats category and location, for example `Groceries · Kenyatta Avenue, Nakuru`. */
function whereText({ category, street, town }: Shop): string {
  const kind =
    category === undefined || category === 'other' ? undefined : say(SHOP_CATEGORY_NAMES[category]);
  const place = [street, townName(town)].filter(Boolean).join(', ');
  return [kind, place].filter(Boolean).join(' · ');
}

/** Returns the town's name; undefined for `Other`, because such a shop writes its town in the street. */
function townName(town: string | undefined): string | undefined {
  return town === 'Other' ? undefined : town;
}

function hoursText({ isOpen, until }: NonNullable<Shop['hours']>): string {
  if (until === undefined) return isOpen ? say('Open all day') : say('Closed now');
  return isOpen ? say('Open until {time}', { time: until }) : say('Opens at {time}', { time: until });
}
