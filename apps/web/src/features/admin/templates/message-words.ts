import type { SmsWording, TemplateChannel, TemplateState } from '@zawadi/contract/templates';
import type { LanguageName } from '@zawadi/contract/text';

export type ShownWording = TemplateState['wording'];
type EmailForm = { subject: string; heading: string; text: string; note: string };

export const CHANNEL_WORDS: Record<TemplateChannel, string> = { sms: 'SMS', email: 'Email' };
export const LANGUAGE_WORDS: Record<LanguageName, string> = { en: 'English', sw: 'Swahili' };

/** Fills the fields of a wording; leaves the ones that an SMS lacks empty. */
export function typedWording(wording: ShownWording): EmailForm {
  return { subject: '', heading: '', note: '', ...wording };
}

/** Returns the typed wording in the channel's form. */
export function wordingOf(channel: TemplateChannel, typed: EmailForm): EmailForm | SmsWording {
  return channel === 'sms' ? { text: typed.text } : typed;
}

/** Describes a wording by the names of its fields, to compare it with another. */
export function describeWording(wording: ShownWording | null): Record<string, string> {
  if (wording === null) return { Wording: 'As it came' };
  if (!('subject' in wording)) return { Text: wording.text };
  const { subject, heading, text, note } = wording;
  return { Subject: subject, Heading: heading, Text: text, 'Small print': note };
}

/** Says in which languages the wording is the operator's own. */
export function ownershipText(changed: readonly { language: LanguageName }[]): string {
  if (changed.length === 0) return 'As it came';
  return `Own words: ${changed.map(({ language }) => LANGUAGE_WORDS[language]).join(', ')}`;
}
