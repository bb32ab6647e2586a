import { toGsm7 } from './gsm7.ts';
import { caseOf } from './message-cases.ts';
import type { StoredNotice } from './notify.ts';
import { fill, parseEmailWording, parseSmsWording, reword, type ReadWording } from './own-wording.ts';
import { placeholdersOf, type TextChannel } from './placeholders.ts';
import { renderEmail, type RenderedEmail } from './render-email.ts';
import type { Language, ResolveVoucher } from './templates.ts';
import { emailWords } from './copy/email-copy.ts';
import type { Letter } from './copy/letter.ts';
import { pushWords, type PushText } from './copy/push-copy.ts';
import { smsWords } from './copy/sms-copy.ts';

const noneOfItsOwn: ReadWording = async () => undefined;

/**
 * The text of an SMS; undefined when there is nothing to tell any more.
 * @param readWording the operator's own words, which are not used while a fact they name is missing
 */
export async function renderSms(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noneOfItsOwn,
): Promise<string | undefined> {
  const words = wordsFor<string>(smsWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseSmsWording(await ownWording('sms', notice, facts, readWording));
  const values = placeholdersOf('sms', facts, notice.language);
  return toGsm7((own && fill(own.text, values)) ?? words(facts));
}

/** An e-mail; otherwise as `renderSms`. */
export async function renderLetter(
  notice: StoredNotice,
  resolveVoucher: ResolveVoucher,
  readWording = noneOfItsOwn,
): Promise<RenderedEmail | undefined> {
  const words = wordsFor<Letter>(emailWords, notice);
  const facts = await factsOf(notice, resolveVoucher);
  if (!facts) return undefined;
  const own = parseEmailWording(await ownWording('email', notice, facts, readWording));
  const letter = words(facts);
  const values = placeholdersOf('email', facts, notice.language);
  return renderEmail((own && reword(letter, own, values)) ?? letter, notice.language);
}

async function ownWording(
  channel: TextChannel,
  { template, language }: StoredNotice,
  facts: object,
  readWording: ReadWording,
): Promise<unknown> {
  const name = caseOf(template, facts);
  return name === undefined ? undefined : readWording(channel, name, language);
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
