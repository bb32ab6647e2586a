import {
  maskEmail,
  maskMsisdn,
  type changeTemplate as endpoint,
  type HandlerAnswer,
  type HandlerInput,
  type listTemplates,
  type TemplateAddress,
  type TemplateState,
  type Wording,
} from '@zawadi/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { listVersions, readValuesInForce, writeVersion } from '../../control/settings/index.ts';
import { isOfChannel } from './default-wording.ts';
import { messageCases } from './message-cases.ts';
import { forgetWordings, parseEmailWording, parseSmsWording, PREFIX, settingOf } from './own-wording.ts';
import type { TextChannel } from './placeholders.ts';
import { sendTrial } from './try-wording.ts';
import { defaultWording, describePlaceholders, previewWording, type Message } from './wording-preview.ts';

const CHANNELS = ['sms', 'email'] as const;
const LANGUAGES = ['en', 'sw'] as const;

/** Every message, and whose wording is the operator's own. */
export async function listAllTemplates(db: Db): Promise<HandlerAnswer<typeof listTemplates>> {
  const changed = new Map((await readValuesInForce(db, PREFIX)).map((one) => [one.name, one]));
  const templates = messageCases.flatMap(({ name, template, title }) =>
    CHANNELS.filter((channel) => isOfChannel(channel, template)).map((channel) => ({
      channel,
      template: name,
      title,
      changed: LANGUAGES.flatMap((language) => {
        const own = changed.get(settingOf(channel, name, language));
        if (!own || own.value === null) return [];
        return [{ language, at: own.changedAt.toISOString(), by: own.changedBy }];
      }),
    })),
  );
  return { templates };
}

/** @throws Refusal `not_found` */
export async function describeTemplate(db: Db, address: TemplateAddress): Promise<TemplateState> {
  const message = messageAt(address);
  const beginning = defaultWording(message);
  const { versions: stored, latestVersionId } = await listVersions(db, nameOf(address));
  const versions = stored.map(({ value, ...version }) => ({
    ...version,
    wording: parseWording(address.channel, value) ?? null,
  }));
  const wording = versions.find(({ state }) => state === 'current')?.wording ?? beginning;
  return {
    ...address,
    title: message.one.title,
    placeholders: describePlaceholders(message),
    wording,
    isDefault: isDeepStrictEqual(wording, beginning),
    defaultWording: beginning,
    preview: previewWording(message, wording),
    versions,
    latestVersionId,
  };
}

/** @throws Refusal `not_found`, `wording_unsuitable` */
export async function previewTemplate(address: TemplateAddress, wording: Wording) {
  return previewWording(messageAt(address), wording);
}

/**
 * Sends a wording with its examples: an SMS to a number, an e-mail to whoever asks.
 * @throws Refusal `not_found`, `wording_unsuitable`, `phone_missing`
 */
export async function tryTemplate(
  deps: Pick<Deps, 'db' | 'keys'>,
  address: TemplateAddress,
  trial: { wording: Wording; phone?: string | undefined; email: string; auditor: Auditor },
): Promise<{ to: string }> {
  const { wording, phone, email, auditor } = trial;
  const preview = previewWording(messageAt(address), wording);
  const to = preview.channel === 'email' ? email : phone;
  if (to === undefined) throw new Refusal('phone_missing');
  const { text } = preview;
  const rest = preview.channel === 'email' ? preview : { subject: '', html: '' };
  await inTransaction(deps.db, async (tx) => {
    const { subject, html } = rest;
    await sendTrial(tx, deps, address.channel, { to, trial: { subject, text, html } });
    await recordAudit(tx, auditor, {
      action: 'template.tried',
      subjectKind: 'setting',
      subjectId: nameOf(address).slice(0, 80),
      after: { ...wording, to: preview.channel === 'email' ? maskEmail(to) : maskMsisdn(to) },
    });
  });
  return { to };
}

/** @throws Refusal `not_found`, `wording_unsuitable`, `setting_changed`, `setting_same` */
export async function changeTemplate(
  db: Db,
  address: TemplateAddress,
  change: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<TemplateState> {
  const { wording, reason, basedOn, auditor } = change;
  const message = messageAt(address);
  const initial = defaultWording(message);
  if (wording) previewWording(message, wording);
  const name = nameOf(address);
  await inTransaction(db, async (tx) => {
    const version = { name, value: wording, initial, reason, basedOn, changedBy: auditor.staffId };
    const before = parseWording(address.channel, await writeVersion(tx, version)) ?? initial;
    await recordAudit(tx, auditor, {
      action: 'template.changed',
      subjectKind: 'setting',
      subjectId: name.slice(0, 80),
      reason,
      before: { ...before },
      after: { ...(wording ?? initial) },
    });
  });
  forgetWordings(db);
  return describeTemplate(db, address);
}

function messageAt({ channel, template, language }: TemplateAddress): Message {
  const one = messageCases.find(({ name }) => name === template);
  if (!one) throw new Refusal('not_found');
  return { channel, one, language };
}

function nameOf({ channel, template, language }: TemplateAddress): string {
  return settingOf(channel, template, language);
}

function parseWording(channel: TextChannel, value: unknown): Wording | undefined {
  return channel === 'sms' ? parseSmsWording(value) : parseEmailWording(value);
}
