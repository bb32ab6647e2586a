import {
  type LanguageName,
  type TemplateAddress,
  type TemplatePreview,
  type Wording,
} from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';
import type { TextChannel } from './fields.ts';
import { exampleFactsOf, messageCases, messageOf, type MessageCase } from './messages.ts';
import {
  fill,
  parseEmailWording,
  parseSmsWording,
  placeholdersIn,
  reword,
  settingOf,
  textsOf,
} from './own-wording.ts';
import { defaultEmail, defaultSms, placeholdersOf } from './placeholders.ts';
import { charactersNotInGsm7, countSmsParts, countSmsSymbols, toGsm7 } from './gsm7.ts';
import { asPage } from './pictures.ts';
import { renderEmail } from './render-email.ts';

/** One case of a message in one channel and language. */
export type Message = { channel: TextChannel; one: MessageCase; language: LanguageName };

/**
 * Finds a message by its address.
 * @throws Refusal `not_found`
 */
export function messageAt({ channel, template, language }: TemplateAddress): Message {
  const one = messageCases.find(({ name }) => name === template);
  if (!one) throw new Refusal('not_found');
  return { channel, one, language };
}

/** Returns the name of the setting that holds the message's wording. */
export function nameOf({ channel, template, language }: TemplateAddress): string {
  return settingOf(channel, template, language);
}

export function parseWording(channel: TextChannel, value: unknown): Wording | undefined {
  return channel === 'sms' ? parseSmsWording(value) : parseEmailWording(value);
}

/**
 * Returns our default wording.
 * @throws Refusal `not_found` when this message is not sent by this channel
 */
export function defaultWording({ channel, one, language }: Message): Wording {
  const wording = channel === 'sms' ? defaultSms(one, language) : defaultEmail(one, language);
  if (!wording) throw new Refusal('not_found');
  return wording;
}

/** Lists the placeholders of a message, with example values, and whether each is required. */
export function describePlaceholders(message: Message) {
  const { channel, one, language } = message;
  const needed = neededIn(message);
  return [...placeholdersOf(channel, one.template, exampleFactsOf(one), language)].map(([name, example]) => ({
    name,
    example,
    isRequired: needed.includes(name),
  }));
}

// An email shows code, link and facts besides its wording; an SMS is only its wording, which therefore needs their
// placeholders.
function neededIn(message: Message): string[] {
  if (message.channel === 'email') return [];
  const names = textsOf(defaultWording(message)).flatMap(([, text]) => placeholdersIn(text));
  const needed = messageOf(message.one.template).required ?? [];
  return names.filter((name) => name === 'code' || name === 'link' || needed.includes(name));
}

/**
 * Previews a wording with example values, as the recipient would see the message.
 * @throws Refusal `wording_unsuitable`, with the field that does not fit
 */
export function previewWording(message: Message, wording: Wording): TemplatePreview {
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

/** Embeds the pictures, so that a page can show the preview. */
export function shownInPage(preview: TemplatePreview): TemplatePreview {
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
