import type { Route } from '../../../http/routes.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { adminRoutes } from './admin-routes.ts';
import { merchantRoutes } from './merchant-routes.ts';

export function routes(deps: PaymentDeps): Route[] {
  return [...merchantRoutes(deps), ...adminRoutes(deps)];
}
