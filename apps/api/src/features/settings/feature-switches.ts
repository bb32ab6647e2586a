import type {
  changeFeatureSwitch as endpoint,
  FeatureName,
  FeatureSwitch,
  HandlerInput,
} from '@zawadi/contract';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../audit/index.ts';
import { forgetFeaturesOn } from './features-on.ts';
import { insertSwitchChange, readSwitches, turnSwitch, type SwitchRow } from './store.ts';

/** Every switch with its latest change. */
export async function listFeatureSwitches({ db }: Pick<Deps, 'db'>): Promise<{ switches: FeatureSwitch[] }> {
  return { switches: (await readSwitches(db)).map(describe) };
}

/**
 * Switches a feature on or off; one that is so already stays untouched, without a change in its history.
 * @throws Refusal `card_provider_missing`
 */
export async function changeFeatureSwitch(
  { db }: Pick<Deps, 'db'>,
  { auditor, ...request }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<FeatureSwitch> {
  const { name, isOn } = request;
  if (isOn && !canBeOn(name)) throw new Refusal('card_provider_missing');
  const row = await inTransaction(db, async (tx) => {
    const isChanged = await turnSwitch(tx, name, isOn);
    if (isChanged) await insertSwitchChange(tx, { id: newId(), ...request, changedBy: auditor.staffId });
    const changed = (await readSwitches(tx)).find((one) => one.name === name);
    if (isChanged) {
      await recordAudit(tx, auditor, {
        action: 'feature.switched',
        subjectKind: 'feature',
        subjectId: name,
        reason: request.reason,
        before: { isOn: !isOn },
        after: { isOn },
      });
    }
    return changed;
  });
  forgetFeaturesOn(db);
  if (!row) throw new Error(`feature_switches has no row ${name}`);
  return describe(row);
}

function describe({ name, isOn, reason, changedAt, changedBy }: SwitchRow): FeatureSwitch {
  const changed =
    changedAt === null
      ? undefined
      : { at: changedAt.toISOString(), by: changedBy ?? '', reason: reason ?? '' };
  return { name, isOn, canBeOn: canBeOn(name), changed };
}

// No card provider can be configured so far. The one who brings it asks for its configuration here.
function canBeOn(name: FeatureName): boolean {
  return name !== 'cardPayment';
}
