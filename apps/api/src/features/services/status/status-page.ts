import type { LanguageName } from '@zawadi/contract';
import { html, lines } from '../../../platform/html.ts';
import type { KeptStatus } from './keep-status.ts';
import type { PartName, PartState } from './read-status.ts';

export type PublicStatus = {
  /** `works`: everything. `limited`: something is late, paused or stopped. `down`: something does not work. */
  state: 'works' | 'limited' | 'down';
  /** When this was last known to be true; absent if this process has never reached its records. */
  knownAt?: string | undefined;
  isDatabaseReachable: boolean;
  parts: { name: PartName; state: PartState }[];
  stops: KeptStatus['stops'];
};

const NAMES = [
  'buying',
  'claiming',
  'redeeming',
  'withdrawing',
  'settling',
  'mpesa',
  'sms',
  'mail',
] as const satisfies PartName[];

/** Describes the status for programs. */
export function describeStatus({ parts, stops, isDatabaseReachable, knownAt }: KeptStatus): PublicStatus {
  return {
    state: wholeState(Object.values(parts)),
    knownAt: knownAt?.toISOString(),
    isDatabaseReachable,
    parts: NAMES.map((name) => ({ name, state: parts[name] })),
    stops,
  };
}

function wholeState(states: readonly PartState[]): PublicStatus['state'] {
  if (states.includes('down')) return 'down';
  return states.every((state) => state === 'works') ? 'works' : 'limited';
}

/** Renders the status as a page that needs no script. */
export function drawStatus(kept: KeptStatus, language: LanguageName): { title: string; markup: string } {
  const words = WORDS[language];
  const { state, parts, stops, isDatabaseReachable } = describeStatus(kept);
  const other = language === 'en' ? 'sw' : 'en';
  const body = html`<main class="public no-script" lang="${language}">
    <p class="logo"><img src="/cloth/mark.svg" alt="" width="32" height="32" /> Zawadi</p>
    <h1>${words.whole[state]}</h1>
    ${isDatabaseReachable ? undefined : html`<p>${words.noDatabase}</p>`}
    ${parts.some((part) => part.name === 'mpesa' && part.state === 'down') ? html`<p>${lines(words.noMpesa)}</p>` : undefined}
    ${stops.map(({ sentence }) => html`<p>${lines(sentence[language])}</p>`)}
    <dl class="facts">
      ${parts.map(
        (part) =>
          html`<div>
            <dt>${lines(words.parts[part.name])}</dt>
            <dd>${words.states[part.state]}</dd>
          </div>`,
      )}
    </dl>
    <p class="muted">${kept.knownAt ? words.known(momentText(kept.knownAt, language)) : words.neverKnown}</p>
    <p>
      <a href="/status?lang=${other}" hreflang="${other}" lang="${other}">${WORDS[other].language}</a> ·
      <a href="/support">${words.support}</a>
    </p>
  </main>`;
  return { title: words.title, markup: body.markup };
}

function momentText(moment: Date, language: LanguageName): string {
  return new Intl.DateTimeFormat(language === 'sw' ? 'sw-KE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'Africa/Nairobi',
  }).format(moment);
}

type Words = {
  title: string;
  language: string;
  support: string;
  whole: Record<PublicStatus['state'], string>;
  parts: Record<PartName, string>;
  states: Record<PartState, string>;
  noDatabase: string;
  noMpesa: string;
  known: (moment: string) => string;
  neverKnown: string;
};

const WORDS: Record<LanguageName, Words> = {
  en: {
    title: 'Zawadi status',
    language: 'English',
    support: 'Support',
    whole: {
      works: 'Everything works',
      limited: 'Not everything works as usual',
      down: 'Something does not work',
    },
    parts: {
      buying: 'Buying gifts',
      claiming: 'Adding gifts to a wallet',
      redeeming: 'Paying with vouchers',
      withdrawing: 'Withdrawing to M-PESA',
      settling: 'Paying shops',
      mpesa: 'M-PESA',
      sms: 'SMS',
      mail: 'Email',
    },
    states: {
      works: 'Works',
      delayed: 'Delayed',
      paused: 'Paused',
      stopped: 'Stopped',
      down: 'Does not work',
      unknown: 'Not known',
    },
    noDatabase:
      'Zawadi cannot reach its records at this moment. Your money and your gifts are safe. Please try again later.',
    noMpesa:
      'M-PESA does not answer us at this moment. We keep asking. Payments that M-PESA took will be completed.',
    known: (moment) => `Last known: ${moment}.`,
    neverKnown: 'Nothing is known yet. Please try again in a minute.',
  },
  sw: {
    title: 'Hali ya Zawadi',
    language: 'Kiswahili',
    support: 'Usaidizi',
    whole: {
      works: 'Kila kitu kinafanya kazi',
      limited: 'Si kila kitu kinafanya kazi kama kawaida',
      down: 'Kuna kitu hakifanyi kazi',
    },
    parts: {
      buying: 'Kununua zawadi',
      claiming: 'Kuweka zawadi kwenye pochi',
      redeeming: 'Kulipa kwa vocha',
      withdrawing: 'Kutoa pesa kwenda M-PESA',
      settling: 'Kulipa maduka',
      mpesa: 'M-PESA',
      sms: 'SMS',
      mail: 'Barua pepe',
    },
    states: {
      works: 'Inafanya kazi',
      delayed: 'Inachelewa',
      paused: 'Imesitishwa kwa muda',
      stopped: 'Imesimamishwa',
      down: 'Haifanyi kazi',
      unknown: 'Haijulikani',
    },
    noDatabase:
      'Zawadi haiwezi kufikia kumbukumbu zake kwa sasa. Pesa na zawadi zako ziko salama. Tafadhali jaribu tena baadaye.',
    noMpesa: 'M-PESA haitujibu kwa sasa. Tunaendelea kuuliza. Malipo ambayo M-PESA ilipokea yatakamilishwa.',
    known: (moment) => `Ilijulikana mwisho: ${moment}.`,
    neverKnown: 'Bado hakuna kinachojulikana. Tafadhali jaribu tena baada ya dakika moja.',
  },
};
