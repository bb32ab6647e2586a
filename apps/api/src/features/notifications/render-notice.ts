import { toGsm7 } from './gsm7.ts';
import type { StoredNotice } from './notify.ts';
import { renderEmail, type RenderedEmail } from './render-email.ts';
import type { Language, ResolveVoucher } from './templates.ts';
import { emailWords } from './words/email-words.ts';
import type { Letter } from './words/letter.ts';
import { pushWords, type PushText } from './words/push-words.ts';
import { smsWords } from './words/sms-words.ts';

/** The text of an SMS; undefined when there is nothing to tell any more. */
export async function renderSms(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<string | undefined> {
  const words = wordsFor<string>(smsWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  return facts && toGsm7(words(facts));
}

/** An e-mail; undefined when there is nothing to tell any more. */
export async function renderLetter(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<RenderedEmail | undefined> {
  const words = wordsFor<Letter>(emailWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  return facts && renderEmail(words(facts), notice.language);
}

/** What a locked screen shows, and what opens; undefined when there is nothing to tell any more. */
export async function renderPush(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<(PushText & { path: string }) | undefined> {
  const words = wordsFor<PushText>(pushWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  const { opens } = pushWords[notice.template as keyof typeof pushWords];
  return facts && { ...words(facts), path: opens };
}

async function factsOf(
  { data, to }: StoredNotice,
  resolveVoucher: ResolveVoucher,
): Promise<object | undefined> {
  if (!('voucherId' in data) || typeof data.voucherId !== 'string') return data;
  const { voucherId, ...rest } = data;
  const voucher = await resolveVoucher(voucherId, 'address' in data ? data.address : to);
  return voucher && { ...rest, voucher };
}

/** The types of `notify` have paired template, data and channel; this is where they are met again. */
function wordsFor<Words>(
  table: Partial<Record<string, Record<Language, (facts: never) => Words>>>,
  { template, language }: StoredNotice,
): (facts: object) => Words {
  const words = table[template]?.[language];
  if (!words) throw new Error(`no words for ${template} in ${language}`);
  return words as (facts: object) => Words;
}
