import type { SHOP_CATEGORY_NAMES } from './merchants-categories.ts';

/**
 * Shop categories in Swahili, by their English names. In a file of their own, because a screen loads only one language.
 */
export const SHOP_CATEGORIES_IN_SWAHILI = {
  Groceries: 'Vyakula na mboga',
  'Food and drink': 'Chakula na vinywaji',
  'Clothes and shoes': 'Nguo na viatu',
  'Phones and electronics': 'Simu na elektroniki',
  Chemist: 'Duka la dawa',
  Hardware: 'Vifaa vya ujenzi',
  Books: 'Vitabu',
  'Hair and beauty': 'Nywele na urembo',
  'Home and furniture': 'Samani na vyombo',
  'Toys and baby': 'Vitu vya watoto',
  'Flowers and gifts': 'Maua na zawadi',
  Services: 'Huduma',
} as const satisfies Record<(typeof SHOP_CATEGORY_NAMES)[keyof typeof SHOP_CATEGORY_NAMES], string>;
