import { isDeepStrictEqual } from 'node:util';
import {
  fraudRules as rulesSchema,
  fraudRuleTitles,
  administratorRoles,
  type changeFraudRules as endpoint,
  type FraudRules,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import {
  listVersions,
  lockSetting,
  describeReplacedVersion,
  writeVersion,
} from '../../services/settings/index.ts';
import { defaultRules, FRAUD_RULES, listFraudRules, readFraudRules } from './fraud-rules.ts';
import { areWeaker } from './weaker-rules.ts';

const input = z.object({ rules: rulesSchema, basedOn: z.uuid().nullable() });

/** Actions of this feature that need a second administrator's approval. */
export const actions: readonly Approvable[] = [approvable(rulesAction())];

/**
 * Changes the thresholds of the fraud rules. Weaker rules need a second administrator's approval.
 * @throws Refusal `setting_changed`, `setting_same`, `approval_open`
 */
export async function changeFraudRules(
  deps: Pick<Deps, 'db' | 'config'>,
  { rules, reason, basedOn, auditor }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { rules: before, latestVersionId } = await listFraudRules(deps.db);
  if (latestVersionId !== basedOn) throw new Refusal('setting_changed');
  if (isDeepStrictEqual(before, rules)) throw new Refusal('setting_same');
  const action = await executeOrRequestApproval(deps, rulesAction(), {
    subjectKind: 'setting',
    subjectId: FRAUD_RULES,
    summary: `Change the fraud rules: ${titlesOfChanged(before, rules)}`,
    amountCents: 0n,
    reason,
    input: { rules, basedOn },
    auditor,
  });
  return { ...(await listFraudRules(deps.db)), action };
}

function rulesAction(): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'fraud-rules',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async (tx, { rules }) => {
      await lockSetting(tx, FRAUD_RULES);
      return areWeaker(await readFraudRules(tx), rules);
    },
    preview: async (tx, { rules, basedOn }) => ({
      amountCents: 0n,
      way: describeReplacedVersion(await listVersions(tx, FRAUD_RULES), basedOn),
      change: { before: await readFraudRules(tx), after: rules },
    }),
    execute: async (tx, { id: approvalId, input: { rules, basedOn }, reason, makerId, auditor }) => {
      const before = await readFraudRules(tx);
      const change = { name: FRAUD_RULES, value: rules, initial: defaultRules, reason, basedOn };
      await writeVersion(tx, { ...change, changedBy: makerId, approvalId });
      await recordAudit(tx, auditor, {
        action: 'fraud-rules.changed',
        subjectKind: 'setting',
        subjectId: FRAUD_RULES,
        reason,
        before,
        after: rules,
      });
      return undefined;
    },
  };
}

/** Lists the titles of changed rules: `Rapid redemptions, Wrong codes`. */
function titlesOfChanged(before: FraudRules, after: FraudRules): string {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return Object.entries(fraudRuleTitles)
    .filter(([rule]) => !isDeepStrictEqual(was.get(rule), is.get(rule)))
    .map(([, title]) => title)
    .join(', ');
}
