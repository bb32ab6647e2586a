import type { SmsWording, TemplateChannel, TemplateState } from '@zawadi/contract/templates';
import type { LanguageName } from '@zawadi/contract/text';

export type ShownWording = TemplateState['wording'];
type EmailForm = { subject: string; heading: string; text: string; note: string };

export const CHANNEL_WORDS: Record<TemplateChannel, string> = { sms: 'SMS', email: 'Email' };
export const LANGUAGE_WORDS: Record<LanguageName, string> = { en: 'English', sw: 'Swahili' };

/** Fills the form's fields with a wording; an SMS leaves some of them empty. */
export function typedWording(wording: ShownWording): EmailForm {
  return { subject: '', heading: '', note: '', ...wording };
}

/** Returns the typed wording with the fields that its channel (SMS or email) has. */
export function wordingOf(channel: TemplateChannel, typed: EmailForm): EmailForm | SmsWording {
  return channel === 'sms' ? { text: typed.text } : typed;
}

/** Describes a wording with the labels of its fields, for comparison with another wording. */
export function describeWording(wording: ShownWording | null): Record<string, string> {
  if (wording === null) return { Wording: 'As it came' };
  if (!('subject' in wording)) return { Text: wording.text };
  const { subject, heading, text, note } = wording;
  return { Subject: subject, Heading: heading, Text: text, 'Small print': note };
}

/** Lists the languages in which the operator changed the wording. */
export function ownershipText(changed: readonly { language: LanguageName }[]): string {
  if (changed.length === 0) return 'As it came';
  return `Own words: ${changed.map(({ language }) => LANGUAGE_WORDS[language]).join(', ')}`;
}
