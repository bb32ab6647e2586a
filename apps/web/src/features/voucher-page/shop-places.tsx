import { SHOP_CATEGORY_NAMES } from '@zawadi/contract/merchants-categories';
import { nameOfShop } from '@zawadi/contract/shop-names';
import type { NearShop, Shop } from '@zawadi/contract/vouchers';
import { say } from '../../i18n/say.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ShopTile } from './shop-tile.tsx';

/** Shops with logo, name, category, location and hours; near ones with their distance. */
export function Places({ shops }: { shops: readonly (Shop | NearShop)[] }) {
  return (
    <ul className="places">
      {shops.map((shop) => (
        <li key={shop.shopId}>
          <ShopTile shop={shop} />
          <div>
            <b className="strong">{nameOfShop(shop)}</b>
            <span className="small muted">{whereText(shop)}</span>
            {'distanceMetres' in shop && <span className="small">{distanceText(shop.distanceMetres)}</span>}
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
export function townName(town: string | undefined): string | undefined {
  return town === 'Other' ? undefined : town;
}

function hoursText({ isOpen, until }: NonNullable<Shop['hours']>): string {
  if (until === undefined) return isOpen ? say('Open all day') : say('Closed now');
  return isOpen ? say('Open until {time}', { time: until }) : say('Opens at {time}', { time: until });
}

/** Formats a distance as the crow flies, rounded as a person would say it. */
function distanceText(metres: number): string {
  if (metres < 1_000) return say('{metres} m away', { metres: Math.max(50, Math.round(metres / 50) * 50) });
  const km = metres < 10_000 ? (metres / 1_000).toFixed(1) : String(Math.round(metres / 1_000));
  return say('{km} km away', { km });
}

/** A sentence in place of shops, or below them. */
export function Note({ children }: { children: string }) {
  return (
    <p className="muted" role="status">
      {children}
    </p>
  );
}
