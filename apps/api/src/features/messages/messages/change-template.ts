import { isDeepStrictEqual } from 'node:util';
import {
  maskEmail,
  maskMsisdn,
  type changeTemplate as endpoint,
  type HandlerAnswer,
  type HandlerInput,
  type LanguageName,
  type listTemplates,
  type TemplateAddress,
  type TemplatePreview,
  type TemplateState,
  type Wording,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { listVersions, readValuesInForce, writeVersion } from '../../control/settings/index.ts';
import type { TextChannel } from './fields.ts';
import { audienceOf, exampleFactsOf, messageCases, messageOf, type MessageCase } from './messages.ts';
import {
  fill,
  forgetWordings,
  parseEmailWording,
  parseSmsWording,
  placeholdersIn,
  PREFIX,
  reword,
  settingOf,
  textsOf,
} from './own-wording.ts';
import { defaultEmail, defaultSms, placeholdersOf } from './placeholders.ts';
import { sendTrial } from './try-wording.ts';
import { charactersNotInGsm7, countSmsParts, countSmsSymbols, toGsm7 } from './gsm7.ts';
import { asPage } from './pictures.ts';
import { renderEmail } from './render-email.ts';

/** One case of a message in one channel and language. */
type Message = { channel: TextChannel; one: MessageCase; language: LanguageName };

const CHANNELS = ['sms', 'email'] as const;
const LANGUAGES = ['en', 'sw'] as const;

/** Every message, and whose wording is the operator's own. */
export async function listAllTemplates(db: Db): Promise<HandlerAnswer<typeof listTemplates>> {
  const changed = new Map((await readValuesInForce(db, PREFIX)).map((one) => [one.name, one]));
  const templates = messageCases.flatMap(({ name, template, title }) =>
    CHANNELS.filter((channel) => messageOf(template)[channel] !== undefined).map((channel) => ({
      channel,
      template: name,
      title,
      audience: audienceOf(template),
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
    preview: shownInPage(previewWording(message, wording)),
    versions,
    latestVersionId,
  };
}

/** @throws Refusal `not_found`, `wording_unsuitable` */
export async function previewTemplate(address: TemplateAddress, wording: Wording) {
  return shownInPage(previewWording(messageAt(address), wording));
}

/**
 * Sends a wording with its examples: an SMS to a number, an email to the one who asks.
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
    const version = { name, value: wording, initial, reason, basedOn, changedBy: auditor.administratorId };
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

/** The wording we began with. @throws Refusal `not_found` when this message does not go out by this channel */
function defaultWording({ channel, one, language }: Message): Wording {
  const wording = channel === 'sms' ? defaultSms(one, language) : defaultEmail(one, language);
  if (!wording) throw new Refusal('not_found');
  return wording;
}

/** What may stand in a message, with examples, and what has to. */
function describePlaceholders(message: Message) {
  const { channel, one, language } = message;
  const needed = neededIn(message);
  return [...placeholdersOf(channel, one.template, exampleFactsOf(one), language)].map(([name, example]) => ({
    name,
    example,
    isRequired: needed.includes(name),
  }));
}

// An email brings code, address and figures beside its wording; an SMS is nothing but wording.
function neededIn(message: Message): string[] {
  if (message.channel === 'email') return [];
  const names = textsOf(defaultWording(message)).flatMap(([, text]) => placeholdersIn(text));
  const needed = messageOf(message.one.template).required ?? [];
  return names.filter((name) => name === 'code' || name === 'link' || needed.includes(name));
}

/**
 * Shows a wording with its examples, as it would arrive.
 * @throws Refusal `wording_unsuitable`, with the field that does not fit
 */
function previewWording(message: Message, wording: Wording): TemplatePreview {
  requireSuitable(message, wording);
  const { channel, one, language } = message;
  const facts = exampleFactsOf(one);
  const values = placeholdersOf(channel, one.template, facts, language);
  if (channel === 'sms') {
    const own = parseSmsWording(wording);
    const filled = own && fill(own.text, values);
    if (!own || filled === undefined) throw unsuitable('text', 'Please check this text');
    const text = toGsm7(filled);
    return {
      channel,
      text,
      length: countSmsSymbols(text),
      parts: countSmsParts(text),
      replaced: charactersNotInGsm7(own.text),
    };
  }
  const own = parseEmailWording(wording);
  const email = messageOf(one.template).email?.[language](facts);
  const reworded = own && email && reword(email, own, values);
  if (!reworded) throw unsuitable('text', 'Please check this text');
  return { channel, ...renderEmail(reworded, language) };
}

function shownInPage(preview: TemplatePreview): TemplatePreview {
  return preview.channel === 'email' ? { ...preview, html: asPage(preview.html) } : preview;
}

function requireSuitable(message: Message, wording: Wording): void {
  if (message.channel === 'email' && !('subject' in wording)) {
    throw unsuitable('subject', 'Please fill in all required fields');
  }
  if (message.channel === 'sms' && 'subject' in wording) throw unsuitable('subject', 'An SMS has none');
  const known = new Set(describePlaceholders(message).map(({ name }) => name));
  for (const [path, text] of textsOf(wording)) {
    const stranger = placeholdersIn(text).find((name) => !known.has(name));
    if (stranger !== undefined) throw unsuitable(path, `There is no {${stranger}} in this message`);
    if (/[{}]/u.test(text.replaceAll(/\{\w+\}/gu, ''))) {
      throw unsuitable(path, 'A curly bracket is open, or stands around something else than a name');
    }
  }
  const used = textsOf(wording).flatMap(([, text]) => placeholdersIn(text));
  const missing = neededIn(message).find((name) => !used.includes(name));
  if (missing !== undefined) throw unsuitable('text', `Without {${missing}} this message is of no use`);
}

function unsuitable(field: string, message: string): Refusal {
  return new Refusal('wording_unsuitable', { fields: [{ path: `wording.${field}`, message }] }, message);
}
