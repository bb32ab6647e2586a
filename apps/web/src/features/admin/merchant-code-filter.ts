import type { FilterField } from '../lists/filter-bar.tsx';

/** Filters a list by one merchant. */
export const MERCHANT_CODE_FILTER: FilterField = {
  kind: 'text',
  name: 'merchantCode',
  label: 'Merchant code',
  placeholder: 'DUKA001',
};
