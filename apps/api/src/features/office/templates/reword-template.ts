import { isDeepStrictEqual } from 'node:util';
import {
  newWording,
  administratorRoles,
  templateAddress,
  type changeTemplate as endpoint,
  type HandlerAnswer,
  type HandlerInput,
  type LanguageName,
  type TemplateAddress,
  type Wording,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  defaultWording,
  forgetWordings,
  messageAt,
  nameOf,
  needsTwoToReword,
  parseWording,
  previewWording,
} from '../../services/messages/index.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import {
  listVersions,
  readReplacedValue,
  describeReplacedVersion,
  writeVersion,
} from '../../services/settings/index.ts';
import { describeTemplate } from './describe-template.ts';

const input = templateAddress.extend({ wording: newWording, basedOn: z.uuid().nullable() });
type NewWording = z.infer<typeof input>;

const LANGUAGES: Record<LanguageName, string> = { en: 'English', sw: 'Swahili' };

/** Actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'db'>): Approvable[] {
  return [approvable(rewordAction(deps))];
}

/**
 * Changes the wording of a message. Messages with codes, resets and sign-in need a second administrator's approval.
 * @throws Refusal `not_found`, `wording_unsuitable`, `setting_changed`, `setting_same`, `approval_open`
 */
export async function rewordTemplate(
  deps: Pick<Deps, 'db' | 'config'>,
  address: TemplateAddress,
  change: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { wording, basedOn, reason, auditor } = change;
  const message = messageAt(address);
  const { title } = message.one;
  if (wording) previewWording(message, wording);
  const { wording: before, latestVersionId } = await describeTemplate(deps.db, address);
  if (latestVersionId !== basedOn) throw new Refusal('setting_changed');
  if (isDeepStrictEqual(before, wording ?? defaultWording(message))) throw new Refusal('setting_same');
  const channel = address.channel === 'sms' ? 'SMS' : 'email';
  const action = await executeOrRequestApproval(deps, rewordAction(deps), {
    subjectKind: 'setting',
    subjectId: nameOf(address).slice(0, 80),
    summary: `Change the ${LANGUAGES[address.language]} words of the ${channel} “${title}”`,
    amountCents: 0n,
    reason,
    input: { ...address, wording, basedOn },
    auditor,
  });
  return { ...(await describeTemplate(deps.db, address)), action };
}

/**
 * The action that approvals execute: changes a wording. Messages about codes, resets and sign-in need two
 * administrators, because recipients trust them most: one administrator could make people enter codes on another site.
 */
function rewordAction(deps: Pick<Deps, 'db'>): ApprovalAction<NewWording> {
  return {
    kind: 'template-wording',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async (_tx, address) => needsTwoToReword(messageAt(address).one.template),
    preview: async (tx, change) => ({
      amountCents: 0n,
      way: describeReplacedVersion(await listVersions(tx, nameOf(change)), change.basedOn),
      change: { before: { ...(await readReplaced(tx, change)) }, after: { ...afterOf(change) } },
    }),
    execute: async (tx, { id: approvalId, input: change, reason, makerId, auditor }) => {
      const { wording: value, basedOn } = change;
      const before = await readReplaced(tx, change);
      const name = nameOf(change);
      const initial = defaultWording(messageAt(change));
      if (value) previewWording(messageAt(change), value);
      const version = { name, value, initial, reason, basedOn };
      await writeVersion(tx, { ...version, changedBy: makerId, approvalId });
      await recordAudit(tx, auditor, {
        action: 'template.changed',
        subjectKind: 'setting',
        subjectId: name.slice(0, 80),
        reason,
        before: { ...before },
        after: { ...afterOf(change) },
      });
      return async () => forgetWordings(deps.db);
    },
  };
}

function afterOf(change: NewWording): Wording {
  return change.wording ?? defaultWording(messageAt(change));
}

async function readReplaced(tx: Transaction, address: TemplateAddress): Promise<Wording> {
  const before = parseWording(address.channel, await readReplacedValue(tx, nameOf(address), undefined));
  return before ?? defaultWording(messageAt(address));
}
