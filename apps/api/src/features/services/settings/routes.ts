import { changeFeatureSwitch, featureSwitches, publicSettings } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { auditorOf } from '../audit/index.ts';
import { changeFeatureSwitch as change, listFeatureSwitches } from './feature-switches.ts';
import { readPublicSettings, type ReadMpesaSilence, type ReadStops } from './fees-and-limits.ts';

type SettingsDeps = Pick<Deps, 'config' | 'db'> & {
  readStops: ReadStops;
  readMpesaSilence: ReadMpesaSilence;
};

export function routes(deps: SettingsDeps): Route[] {
  return [
    route(publicSettings, () => readPublicSettings(deps)),
    route(featureSwitches, (_input, { actor }) => listFeatureSwitches(deps, actor.administratorId)),
    route(changeFeatureSwitch, ({ body }, context) => change(deps, { ...body, auditor: auditorOf(context) })),
  ];
}
