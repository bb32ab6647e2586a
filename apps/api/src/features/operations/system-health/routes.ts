import { systemHealth } from '@zawadi/contract';
import type { Deps } from '../../../platform/deps.ts';
import { route, type Route } from '../../../platform/http/routes.ts';
import { readHealth } from './read-health.ts';

export function routes(deps: Pick<Deps, 'db' | 'config' | 'clock'>): Route[] {
  return [route(systemHealth, () => readHealth(deps))];
}
