import type { FeatureName } from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import { readFeaturesOn } from '../features/services/settings/index.ts';
import type { TestSystem } from './test-system.ts';

/** Switches features on or off, and waits until the server, which remembers them for a second, applies it. */
export async function switchFeatures(
  { owner, deps }: Pick<TestSystem, 'owner' | 'deps'>,
  isOn: boolean,
  ...names: FeatureName[]
): Promise<void> {
  await owner.query('update feature_switches set is_on = $1 where name = any($2)', [isOn, names]);
  await eventually('the feature switch', async () => {
    const on = await readFeaturesOn(deps.db);
    return names.every((name) => on.has(name) === isOn) ? true : undefined;
  });
}
