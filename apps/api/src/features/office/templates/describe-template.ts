import { isDeepStrictEqual } from 'node:util';
import type { HandlerAnswer, listTemplates, TemplateAddress, TemplateState, Wording } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import {
  audienceOf,
  defaultWording,
  describePlaceholders,
  messageAt,
  messageCases,
  messageOf,
  nameOf,
  needsTwoToReword,
  parseWording,
  PREFIX,
  previewWording,
  settingOf,
  shownInPage,
} from '../../services/messages/index.ts';
import { listVersions, readValuesInForce } from '../../services/settings/index.ts';

const CHANNELS = ['sms', 'email'] as const;
const LANGUAGES = ['en', 'sw'] as const;

/** Lists every message; `changed` marks messages with the operator's own wording. */
export async function listAllTemplates(db: Db): Promise<HandlerAnswer<typeof listTemplates>> {
  const changed = new Map((await readValuesInForce(db, PREFIX)).map((one) => [one.name, one]));
  const templates = messageCases.flatMap(({ name, template, title }) =>
    CHANNELS.filter((channel) => messageOf(template)[channel] !== undefined).map((channel) => ({
      channel,
      template: name,
      title,
      audience: audienceOf(template),
      changed: LANGUAGES.flatMap((language) => {
        const own = changed.get(settingOf(channel, name, language));
        if (!own || own.value === null) return [];
        return [{ language, at: own.changedAt.toISOString(), by: own.changedBy }];
      }),
    })),
  );
  return { templates };
}

/** @throws Refusal `not_found` */
export async function describeTemplate(db: Db, address: TemplateAddress): Promise<TemplateState> {
  const message = messageAt(address);
  const beginning = defaultWording(message);
  const { versions: stored, latestVersionId } = await listVersions(db, nameOf(address));
  const versions = stored.map(({ value, ...version }) => ({
    ...version,
    wording: parseWording(address.channel, value) ?? null,
  }));
  const wording = versions.find(({ state }) => state === 'current')?.wording ?? beginning;
  return {
    ...address,
    title: message.one.title,
    needsTwo: needsTwoToReword(message.one.template),
    placeholders: describePlaceholders(message),
    wording,
    isDefault: isDeepStrictEqual(wording, beginning),
    defaultWording: beginning,
    preview: shownInPage(previewWording(message, wording)),
    versions,
    latestVersionId,
  };
}

/** @throws Refusal `not_found`, `wording_unsuitable` */
export async function previewTemplate(address: TemplateAddress, wording: Wording) {
  return shownInPage(previewWording(messageAt(address), wording));
}
