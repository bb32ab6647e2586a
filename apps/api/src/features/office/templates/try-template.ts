import { maskEmail, type TemplateAddress, type Wording } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { messageAt, nameOf, previewWording, renderEmail, sendTrial } from '../../services/messages/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { readAdministratorAddress } from './administrator-address-store.ts';

/**
 * Mails a wording with example facts to the administrator who tries it; an SMS is mailed as text. No other recipient
 * can be entered, because one administrator alone could then message strangers in our name.
 * @throws Refusal `not_found`, `wording_unsuitable`
 */
export async function tryTemplate(
  deps: Pick<Deps, 'db' | 'keys'>,
  address: TemplateAddress,
  { wording, auditor }: { wording: Wording; auditor: Auditor },
): Promise<{ to: string }> {
  const message = messageAt(address);
  const preview = previewWording(message, wording);
  const to = await readAdministratorAddress(deps.db, auditor.administratorId);
  const title = `SMS: ${message.one.title}`;
  const mail =
    preview.channel === 'email'
      ? preview
      : renderEmail({ subject: title, heading: title, paragraphs: [preview.text] }, address.language);
  await inTransaction(deps.db, async (tx) => {
    const { subject, text, html } = mail;
    await sendTrial(tx, deps, { to, trial: { subject, text, html } });
    await recordAudit(tx, auditor, {
      action: 'template.tried',
      subjectKind: 'setting',
      subjectId: nameOf(address).slice(0, 80),
      after: { ...wording, to: maskEmail(to) },
    });
  });
  return { to };
}
