import type { EmailWording, SmsWording } from '@zawadi/contract';
import type { MessageCase } from './message-cases.ts';
import { markedFacts, placeholdersOf, type TextChannel } from './placeholders.ts';
import type { EmailTemplate, Language, SmsTemplate, Template } from './templates.ts';
import { emailWords } from './copy/email-copy.ts';
import { examples, exampleVoucher } from './copy/examples.ts';
import type { Letter } from './copy/letter.ts';
import { smsWords } from './copy/sms-copy.ts';

type Words<Text> = Record<Language, (facts: object) => Text>;

/** The words of a message in every language; undefined when it does not go out by this channel. */
export function smsWordsFor(template: Template): Words<string> | undefined {
  return (smsWords as Partial<Record<Template, unknown>>)[template] as Words<string> | undefined;
}

export function lettersFor(template: Template): Words<Letter> | undefined {
  return (emailWords as Partial<Record<Template, unknown>>)[template] as Words<Letter> | undefined;
}

/** What a message of this case may be told, at its longest. */
export function exampleFactsOf({ template, example }: MessageCase): object {
  const { voucherId, ...data } = examples[template] as { voucherId?: string };
  return { ...data, ...(voucherId !== undefined && { voucher: exampleVoucher }), ...example };
}

/** The SMS we begin with, as somebody would write it down: `{name}` where a fact stands. */
export function defaultSms(one: MessageCase, language: Language): SmsWording | undefined {
  const words = smsWordsFor(one.template);
  if (!words) return undefined;
  const marked = markedFacts(exampleFactsOf(one));
  return { text: unmark('sms', words[language](marked), marked, language) };
}

/** The same of a letter; an empty line begins a new paragraph. */
export function defaultLetter(one: MessageCase, language: Language): EmailWording | undefined {
  const words = lettersFor(one.template);
  if (!words) return undefined;
  const marked = markedFacts(exampleFactsOf(one));
  const { subject, heading, paragraphs, note = '' } = words[language](marked);
  const plain = (text: string) => unmark('email', text, marked, language);
  return {
    subject: plain(subject),
    heading: plain(heading),
    text: plain(paragraphs.join('\n\n')),
    note: plain(note),
  };
}

function unmark(channel: TextChannel, text: string, marked: object, language: Language): string {
  return [...placeholdersOf(channel, marked, language)].reduce(
    (words, [name, value]) => words.replaceAll(value, `{${name}}`),
    text,
  );
}

/** Templates that are a message of a channel, for those who list them. */
export function isOfChannel(
  channel: TextChannel,
  template: Template,
): template is SmsTemplate | EmailTemplate {
  return (channel === 'sms' ? smsWordsFor(template) : lettersFor(template)) !== undefined;
}
