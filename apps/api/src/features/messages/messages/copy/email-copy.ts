import type { EmailTemplate } from '../templates.ts';
import { accountLetters } from './account-emails.ts';
import { administrationLetters } from './administration-emails.ts';
import { giftLetters } from './gift-emails.ts';
import type { LettersFor } from './letter.ts';
import { merchantLetters } from './merchant-emails.ts';
import { moneyLetters } from './money-emails.ts';
import { operatorLetters } from './operator-emails.ts';
import { securityLetters } from './security-emails.ts';
import { settlementLetters } from './settlement-emails.ts';
import { webhookLetters } from './webhook-letters.ts';

export const emailWords: LettersFor<EmailTemplate> = {
  ...accountLetters,
  ...administrationLetters,
  ...securityLetters,
  ...merchantLetters,
  ...moneyLetters,
  ...operatorLetters,
  ...settlementLetters,
  ...giftLetters,
  ...webhookLetters,
};
