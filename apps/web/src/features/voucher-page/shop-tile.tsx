import type { Shop } from '@zawadi/contract/vouchers';
import { inkOn } from '../../ui/ink-on.ts';

/** A merchant's logo, or its initial on its brand colour. */
export function ShopTile({ shop }: { shop: Omit<Shop, 'shopId'> }) {
  if (shop.logoUrl !== undefined && shop.logoUrl !== '') {
    return (
      <img
        className="avatar rounded-md object-contain"
        src={shop.logoUrl}
        alt=""
        width="40"
        height="40"
        loading="lazy"
      />
    );
  }
  return (
    <span
      className="avatar rounded-md"
      style={{ background: shop.primaryColor, color: inkOn(shop.primaryColor) }}
      aria-hidden="true"
    >
      {shop.businessName.charAt(0).toLocaleUpperCase('en-KE')}
    </span>
  );
}
