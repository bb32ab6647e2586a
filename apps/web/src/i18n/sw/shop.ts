import { shopApi } from './shop-api.ts';
import { shopDays } from './shop-days.ts';
import { shopLists } from './shop-lists.ts';
import { shopMoney } from './shop-money.ts';
import { shopPlaces } from './shop-places.ts';
import { shopSettings } from './shop-settings.ts';
import { shopWebhooks } from './shop-webhooks.ts';
import { till } from './till.ts';

export const words = {
  ...till,
  ...shopDays,
  ...shopLists,
  ...shopMoney,
  ...shopPlaces,
  ...shopSettings,
  ...shopApi,
  ...shopWebhooks,
} as const;
