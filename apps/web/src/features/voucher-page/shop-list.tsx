import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Places } from './places.tsx';
import { ShopSearch } from './shop-search.tsx';

const FIRST_SHOPS = 6;

/** Where a gift can be spent: the active merchants. Where there are more than come with it, they are searched. */
export function ShopList({ shops, shopCount }: Pick<PublicVoucher, 'shops' | 'shopCount'>) {
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
