import type { Sabotage } from './sabotage.ts';
import { MPESA_SABOTAGES } from './mpesa-sabotages.ts';
import { PRODUCT_SABOTAGES } from './product-sabotages.ts';

export const SABOTAGES: readonly Sabotage[] = [...MPESA_SABOTAGES, ...PRODUCT_SABOTAGES];
