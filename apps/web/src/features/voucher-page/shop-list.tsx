import type { PublicVoucher } from '@zawadi/contract/vouchers';
import { useState } from 'react';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { ShopTile } from './shop-tile.tsx';

const FIRST_SHOPS = 6;

/** Where a gift can be spent: the active merchants. */
export function ShopList({ shops }: Pick<PublicVoucher, 'shops'>) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? shops : shops.slice(0, FIRST_SHOPS);
  return (
    <section className="stack">
      <h2>{say('Where to spend it')}</h2>
      {shops.length === 0 && (
        <p className="muted">{say('No shop takes gifts at this moment. Its value is safe until then.')}</p>
      )}
      <ul className="places">
        {shown.map((shop) => (
          <li key={shop.businessName}>
            <ShopTile shop={shop} />
            <b className="strong">{shop.businessName}</b>
          </li>
        ))}
      </ul>
      {shown.length < shops.length && (
        <div>
          <Button variant="quiet" onClick={() => setIsWhole(true)}>
            {say('See all {count} shops', { count: shops.length })}
          </Button>
        </div>
      )}
    </section>
  );
}
