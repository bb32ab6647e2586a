import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { lazy, Suspense, useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { longDateText } from '../../ui/time-text.ts';
import { Places } from './voucher-places.tsx';

// Loaded only if shops are in several towns, or not all on the page, so that the page of a gift stays small.
const ShopFinder = lazy(async () => ({ default: (await import('./shop-finder.tsx')).ShopFinder }));

const FIRST_SHOPS = 6;

type ShopListProps = Pick<PublicVoucher, 'shops' | 'shopCount' | 'towns' | 'isShopClosed' | 'expiresAt'>;

/**
 * Lists the active merchants where a gift can be spent. Offers a search if shops are in several towns, or if not all
 * are loaded.
 */
export function ShopList({ shops, shopCount, towns, isShopClosed, expiresAt }: ShopListProps) {
  const first = <FirstShops shops={shops} shopCount={shopCount} />;
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
      {shops.length < shopCount || towns.length > 1 ? (
        <Suspense fallback={first}>
          <ShopFinder {...{ shops, shopCount, towns }}>{first}</ShopFinder>
        </Suspense>
      ) : (
        first
      )}
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
