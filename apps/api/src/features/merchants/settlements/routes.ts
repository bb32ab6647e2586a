import type { Route } from '../../../http/routes.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { adminRoutes } from './admin-routes.ts';
import { bankFileRoutes } from './bank-file-routes.ts';
import { merchantRoutes } from './merchant-routes.ts';

export function routes(deps: OrderDeps): Route[] {
  return [...merchantRoutes(deps), ...adminRoutes(deps), ...bankFileRoutes(deps)];
}
