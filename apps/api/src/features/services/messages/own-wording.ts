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

/** Returns the name of the setting that holds the operator's own wording of a message. */
export function settingOf(channel: TextChannel, template: string, language: LanguageName): string {
  return `${PREFIX}${channel}/${template}/${language}`;
}

const cacheOf = cachePerDatabase<ReadonlyMap<string, unknown>>({
  load: async (db) => new Map((await readValuesInForce(db, PREFIX)).map(({ name, value }) => [name, value])),
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/** Clears the cache. Call it after a changed wording has committed; other processes read the change within a second. */
export function forgetWordings(db: Db): void {
  cacheOf(db).forgetAll();
}

/** Reads the operator's own wording of one case of a message, at most a second stale. */
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

/** Lists the placeholders of a wording. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Fills in the placeholders of a wording.
 * @returns undefined when one of the placeholders has no value
 */
export function fill(text: string, values: ReadonlyMap<string, string>): string | undefined {
  if (placeholdersIn(text).some((name) => !values.has(name))) return undefined;
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
}

/**
 * Replaces the wording of an email and keeps its facts, code and button.
 * @returns undefined as `fill` does
 */
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

/** Lists every text of a wording, with its path. */
export function textsOf(wording: Wording): [path: string, text: string][] {
  return Object.entries(wording);
}
