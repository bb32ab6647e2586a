import type { LanguageName, TemplatePreview, Wording } from '@zawadi/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { defaultLetter, defaultSms, exampleFactsOf, lettersFor } from './default-wording.ts';
import { charactersNotInGsm7, countSmsParts, countSmsSymbols, toGsm7 } from './gsm7.ts';
import type { MessageCase } from './message-cases.ts';
import { fill, parseEmailWording, parseSmsWording, placeholdersIn, reword, textsOf } from './own-wording.ts';
import { placeholdersOf, type TextChannel } from './placeholders.ts';
import { renderEmail } from './render-email.ts';

/** One case of a message in one channel and language. */
export type Message = { channel: TextChannel; one: MessageCase; language: LanguageName };

/** The wording we began with. @throws Refusal `not_found` when this message does not go out by this channel */
export function defaultWording({ channel, one, language }: Message): Wording {
  const wording = channel === 'sms' ? defaultSms(one, language) : defaultLetter(one, language);
  if (!wording) throw new Refusal('not_found');
  return wording;
}

/** What may stand in a message, with examples, and what has to. */
export function describePlaceholders(message: Message) {
  const { channel, one, language } = message;
  const needed = neededIn(message);
  return [...placeholdersOf(channel, exampleFactsOf(one), language)].map(([name, example]) => ({
    name,
    example,
    isRequired: needed.includes(name),
  }));
}

// A customer who is talked into reading out a code has to see what it lets happen.
const NEEDED: Readonly<Record<string, readonly string[]>> = { 'withdrawal-otp': ['amount', 'phone'] };

// An e-mail brings code, address and figures beside its words; an SMS is nothing but words.
function neededIn(message: Message): string[] {
  if (message.channel === 'email') return [];
  const names = textsOf(defaultWording(message)).flatMap(([, text]) => placeholdersIn(text));
  const needed = NEEDED[message.one.template] ?? [];
  return names.filter((name) => name === 'code' || name === 'link' || needed.includes(name));
}

/**
 * Shows a wording with its examples, as it would arrive.
 * @throws Refusal `wording_unsuitable`, with the field that does not fit
 */
export function previewWording(message: Message, wording: Wording): TemplatePreview {
  requireSuitable(message, wording);
  const { channel, one, language } = message;
  const facts = exampleFactsOf(one);
  const values = placeholdersOf(channel, facts, language);
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
  const letter = lettersFor(one.template)?.[language](facts);
  const reworded = own && letter && reword(letter, own, values);
  if (!reworded) throw unsuitable('text', 'Please check this text');
  return { channel, ...renderEmail(reworded, language) };
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
