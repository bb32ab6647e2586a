import type { ShopCategory } from './merchants-places.ts';

/** Names of shop categories on screens and paper. `other` has no name. */
export const SHOP_CATEGORY_NAMES = {
  groceries: 'Groceries',
  food: 'Food and drink',
  clothes: 'Clothes and shoes',
  electronics: 'Phones and electronics',
  chemist: 'Chemist',
  hardware: 'Hardware',
  books: 'Books',
  beauty: 'Hair and beauty',
  home: 'Home and furniture',
  toys: 'Toys and baby',
  flowers: 'Flowers and gifts',
  services: 'Services',
} as const satisfies Record<Exclude<ShopCategory, 'other'>, string>;
