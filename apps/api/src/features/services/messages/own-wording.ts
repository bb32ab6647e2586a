import {
  emailWording,
  smsWording,
  type EmailWording,
  type LanguageName,
  type SmsWording,
  type Wording,
} from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readValuesInForce } from '../settings/index.ts';
import type { TextChannel } from './fields.ts';
import type { Email } from './message.ts';

export const PREFIX = 'template/';

/** The setting that holds the operator's own wording of a message. */
export function settingOf(channel: TextChannel, template: string, language: LanguageName): string {
  return `${PREFIX}${channel}/${template}/${language}`;
}

const cacheOf = cachePerDatabase<ReadonlyMap<string, unknown>>({
  load: async (db) => new Map((await readValuesInForce(db, PREFIX)).map(({ name, value }) => [name, value])),
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/** To be called after a wording was changed and committed. Other processes notice within a second. */
export function forgetWordings(db: Db): void {
  cacheOf(db).forgetAll();
}

/** The operator's own wording of one case of a message, as it was at most a second ago. */
export type ReadWording = (channel: TextChannel, name: string, language: LanguageName) => Promise<unknown>;

export function createWordingReader(db: Db): ReadWording {
  return async (channel, name, language) =>
    (await cacheOf(db).read('all')).get(settingOf(channel, name, language)) ?? undefined;
}

export function parseSmsWording(value: unknown): SmsWording | undefined {
  return smsWording.safeParse(value).data;
}

export function parseEmailWording(value: unknown): EmailWording | undefined {
  return emailWording.safeParse(value).data;
}

const PLACEHOLDER = /\{(\w+)\}/gu;

/** The names of the placeholders in a wording. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** @returns undefined when there is nothing to say about one of the placeholders */
export function fill(text: string, values: ReadonlyMap<string, string>): string | undefined {
  if (placeholdersIn(text).some((name) => !values.has(name))) return undefined;
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
}

/** The email with another wording; figures, code and button stay. @returns undefined as `fill` does */
export function reword(
  email: Email,
  wording: EmailWording,
  values: ReadonlyMap<string, string>,
): Email | undefined {
  const [subject, heading, text, note] = [wording.subject, wording.heading, wording.text, wording.note].map(
    (text) => fill(text, values),
  );
  if (subject === undefined || heading === undefined || text === undefined || note === undefined) {
    return undefined;
  }
  const { note: _note, ...rest } = email;
  const paragraphs = text.split(/\n\s*\n/u).filter((paragraph) => paragraph.trim() !== '');
  return { ...rest, subject, heading, paragraphs, ...(note !== '' && { note }) };
}

/** Every text of a wording, with where it stands. */
export function textsOf(wording: Wording): [path: string, text: string][] {
  return Object.entries(wording);
}
