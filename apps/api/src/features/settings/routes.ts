import { changeFeatureSwitch, featureSwitches, publicSettings } from '@zawadi/contract';
import type { Deps } from '../../platform/deps.ts';
import { route, type Route } from '../../platform/http/routes.ts';
import { changeFeatureSwitch as change, listFeatureSwitches } from './feature-switches.ts';
import { readPublicSettings } from './public-settings.ts';

export function routes(deps: Pick<Deps, 'config' | 'db'>): Route[] {
  return [
    route(publicSettings, () => readPublicSettings(deps)),
    route(featureSwitches, () => listFeatureSwitches(deps)),
    route(changeFeatureSwitch, ({ body }, { actor }) => change(deps, { ...body, changedBy: actor.staffId })),
  ];
}
