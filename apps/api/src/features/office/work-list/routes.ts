import { readWorkList } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import type { Approvable } from '../../services/approvals/index.ts';
import { readWork } from './read-work.ts';

export function routes(deps: Pick<Deps, 'db' | 'clock'> & { actions: readonly Approvable[] }): Route[] {
  return [route(readWorkList, (_input, { actor }) => readWork(deps, actor))];
}
