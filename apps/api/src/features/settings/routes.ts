import {
  changeCharges,
  changeFeatureSwitch,
  featureSwitches,
  publicSettings,
  readCharges,
  withdrawCharges,
} from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import { changeCharges as changeFees, listCharges, withdrawCharges as withdraw } from './change-charges.ts';
import { changeFeatureSwitch as change, listFeatureSwitches } from './feature-switches.ts';
import { readPublicSettings } from './public-settings.ts';

export function routes(deps: Pick<Deps, 'config' | 'db' | 'clock'>): Route[] {
  return [
    route(publicSettings, () => readPublicSettings(deps)),
    route(featureSwitches, () => listFeatureSwitches(deps)),
    route(changeFeatureSwitch, ({ body }, context) => change(deps, { ...body, auditor: auditorOf(context) })),
    route(readCharges, () => listCharges(deps)),
    route(changeCharges, ({ body }, context) => changeFees(deps, { ...body, auditor: auditorOf(context) })),
    route(withdrawCharges, ({ params, body }, context) =>
      withdraw(deps, { ...params, ...body, auditor: auditorOf(context) }),
    ),
  ];
}
