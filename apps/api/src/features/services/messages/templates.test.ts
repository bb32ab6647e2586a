import { expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';
import { caseOf, exampleFactsOf, messageCases, messageOf, needsTwoToReword, templates } from './messages.ts';
import { fill, reword } from './own-wording.ts';
import { defaultEmail, defaultSms, placeholdersOf } from './placeholders.ts';

const LANGUAGES = ['en', 'sw'] as const;

const ofBoth = LANGUAGES.flatMap((language) =>
  messageCases.map((one) => ({ name: one.name, language, one, facts: exampleFactsOf(one) })),
);

const titleOf = ({ name, language }: { name: string; language: string }) => `${name} (${language})`;

test('the default wording of every SMS, filled in, equals the composed SMS', async () => {
  const rows = ofBoth.filter(({ one }) => messageOf(one.template).sms);
  await everyRow(rows, titleOf, ({ one, language, facts }) => {
    const { text } = defaultSms(one, language) ?? { text: '' };
    const words = messageOf(one.template).sms?.[language](facts);
    expect(fill(text, placeholdersOf('sms', one.template, facts, language))).toBe(words);
  });
});

test('the default wording of every email, filled in, equals the composed email', async () => {
  const rows = ofBoth.filter(({ one }) => messageOf(one.template).email);
  await everyRow(rows, titleOf, ({ one, language, facts }) => {
    const email = messageOf(one.template).email?.[language](facts);
    const wording = defaultEmail(one, language);
    const again =
      email && wording && reword(email, wording, placeholdersOf('email', one.template, facts, language));
    const asText = (some: typeof email) => ({ ...some, paragraphs: some?.paragraphs.join('\n\n') });
    expect(asText(again)).toEqual(asText(email));
  });
});

test('the example facts of every case select that case', () => {
  expect(messageCases.map((one) => caseOf(one.template, exampleFactsOf(one)))).toEqual(
    messageCases.map(({ name }) => name),
  );
});

test('two administrators have to reword every message that has a code, password or secret', () => {
  const secret = /code|password|secret|token/u;
  const withSecret = templates.filter((template) =>
    Object.keys(messageOf(template).data).some((name) => secret.test(name)),
  );
  expect(withSecret.length).toBeGreaterThan(5);
  expect(withSecret.filter((template) => !needsTwoToReword(template))).toEqual([]);
});
