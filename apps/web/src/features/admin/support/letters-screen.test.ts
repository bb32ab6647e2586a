import { expect, test } from 'vitest';
import { replyAddress } from './letters-screen.tsx';

test('a letter’s words cannot add recipients or text to the reply', () => {
  const writer = { name: 'Juma', email: 'juma@example.test', staffRole: 'owner' as const };
  expect(replyAddress({ writer, subject: 'Hi?bcc=a@b.test&body=x' })).toBe(
    'mailto:juma%40example.test?subject=Re%3A%20Hi%3Fbcc%3Da%40b.test%26body%3Dx',
  );
});
