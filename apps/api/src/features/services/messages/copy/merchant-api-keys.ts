import { business, choice, moment, optional, quote } from '../fields.ts';
import { message } from '../message.ts';
import { dayAndHour } from './phrases.ts';
import { NOT_YOU } from './merchants.ts';

const HEADINGS = {
  made: { en: 'A new API key', sw: 'Ufunguo mpya wa API' },
  rolled: { en: 'A new secret for an API key', sw: 'Siri mpya ya ufunguo wa API' },
  revoked: { en: 'An API key was revoked', sw: 'Ufunguo wa API umefutwa' },
} as const;

/** Messages to the owner about each change to the API keys of its tills and systems. */
export const merchantApiKeyMessages = {
  'api-key-changed': message({
    cases: {
      made: { title: 'A merchant has a new API key', example: { change: 'made' } },
      rolled: { title: 'An API key got a new secret', example: { change: 'rolled' } },
      revoked: { title: 'An API key was revoked', example: { change: 'revoked' } },
    },
    data: {
      businessName: business('Duka Moja'),
      keyName: quote('Till 2 in Westlands'),
      change: choice<'made' | 'rolled' | 'revoked'>('rolled'),
      /** Until when the old secret also works; absent if it no longer works. */
      oldUntil: optional(moment('2026-11-21T09:30:00.000Z')),
    },
    email: {
      en: ({ businessName, keyName, change, oldUntil }) => ({
        subject: HEADINGS[change].en,
        heading: HEADINGS[change].en,
        paragraphs: [
          {
            made: `${businessName} has a new API key, “${keyName}”. Its secret was shown once.`,
            rolled: `The API key “${keyName}” of ${businessName} has a new secret.`,
            revoked: `The API key “${keyName}” of ${businessName} no longer works.`,
          }[change],
          ...(change === 'rolled'
            ? [
                oldUntil === undefined
                  ? 'The old secret no longer works.'
                  : `The old secret works until ${dayAndHour(new Date(oldUntil), 'en')}.`,
              ]
            : []),
        ],
        note: NOT_YOU.en,
      }),
      sw: ({ businessName, keyName, change, oldUntil }) => ({
        subject: HEADINGS[change].sw,
        heading: HEADINGS[change].sw,
        paragraphs: [
          {
            made: `${businessName} ina ufunguo mpya wa API, “${keyName}”. Siri yake imeonyeshwa mara moja.`,
            rolled: `Ufunguo wa API “${keyName}” wa ${businessName} una siri mpya.`,
            revoked: `Ufunguo wa API “${keyName}” wa ${businessName} haufanyi kazi tena.`,
          }[change],
          ...(change === 'rolled'
            ? [
                oldUntil === undefined
                  ? 'Siri ya zamani haifanyi kazi tena.'
                  : `Siri ya zamani inafanya kazi hadi ${dayAndHour(new Date(oldUntil), 'sw')}.`,
              ]
            : []),
        ],
        note: NOT_YOU.sw,
      }),
    },
  }),
};
