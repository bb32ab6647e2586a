import type { Shop } from '@zawadi/contract/vouchers';
import { ShopTile } from './shop-tile.tsx';

/** Shops by their sign and name. */
export function Places({ shops }: { shops: readonly Shop[] }) {
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
