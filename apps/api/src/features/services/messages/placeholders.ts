import type { EmailWording, LanguageName, SmsWording } from '@zawadi/contract';
import { voucherFields, type Fields, type TextChannel } from './fields.ts';
import { exampleFactsOf, messageOf, type MessageCase, type Template } from './messages.ts';

/** Returns the values of the placeholders in a wording, by name. Omits placeholders without a value. */
export function placeholdersOf(
  channel: TextChannel,
  template: Template,
  { voucher, ...facts }: { voucher?: object },
  language: LanguageName,
): ReadonlyMap<string, string> {
  const fields: Fields = { ...voucherFields, ...messageOf(template).data };
  // The message's own facts override the voucher's current facts: a message about a redemption shows the balance after
  // it.
  const values = Object.entries({ ...voucher, ...facts }).flatMap(([name, value]): [string, string][] => {
    const text = value === undefined ? undefined : fields[name]?.say?.(value, language, channel);
    return text === undefined ? [] : [[name, text]];
  });
  return new Map(values);
}

/** Returns our default SMS in the form that administrators edit, with `{name}` for each fact. */
export function defaultSms(one: MessageCase, language: LanguageName): SmsWording | undefined {
  const { sms } = messageOf(one.template);
  const marked = markedFacts(one);
  return sms && { text: unmark('sms', sms[language](marked), { one, marked, language }) };
}

/** Returns our default email in the form that administrators edit; an empty line begins a new paragraph. */
export function defaultEmail(one: MessageCase, language: LanguageName): EmailWording | undefined {
  const { email } = messageOf(one.template);
  if (!email) return undefined;
  const marked = markedFacts(one);
  const { subject, heading, paragraphs, note = '' } = email[language](marked);
  const plain = (text: string) => unmark('email', text, { one, marked, language });
  return {
    subject: plain(subject),
    heading: plain(heading),
    text: plain(paragraphs.join('\n\n')),
    note: plain(note),
  };
}

type Marked = { one: MessageCase; marked: object; language: LanguageName };

function unmark(channel: TextChannel, text: string, { one, marked, language }: Marked): string {
  return [...placeholdersOf(channel, one.template, marked, language)].reduce(
    (copy, [name, value]) => copy.replaceAll(value, `{${name}}`),
    text,
  );
}

/**
 * Returns example facts with values that occur in no message, so that each value in a text can be traced to its fact.
 */
function markedFacts(one: MessageCase): object {
  const { voucher, ...facts }: { voucher?: object } = exampleFactsOf(one);
  let count = 0;
  const marked = (fields: Fields, values: object) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]: [string, unknown]) => {
        count += 1;
        return [name, value === undefined ? value : (fields[name]?.mark?.(count, value) ?? value)];
      }),
    );
  return {
    ...(voucher && { voucher: marked(voucherFields, voucher) }),
    ...marked(messageOf(one.template).data, facts),
  };
}
