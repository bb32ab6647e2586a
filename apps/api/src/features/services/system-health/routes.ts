import { systemHealth } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { readHealth } from './read-health.ts';

export function routes(deps: Pick<Deps, 'db' | 'config' | 'clock'>): Route[] {
  return [route(systemHealth, () => readHealth(deps))];
}
