import type { Language } from './languages.ts';

/** Swahili comes in parts, so that a page loads only its own words. */
const parts = {
  /** What a signed-out visitor reads. */
  door: () => import('./sw/door.ts'),
  /** What a signed-in consumer reads, and the page of a gift. */
  house: () => import('./sw/house.ts'),
  /** What a signed-in merchant reads, besides what is in the house. */
  shop: () => import('./sw/shop.ts'),
  /** The help of merchants, which is long. */
  help: () => import('./sw/shop-help.ts'),
  /** From the link of a gift to the wallet. */
  claim: () => import('./sw/claim.ts'),
  /** Freezing a wallet without a session. */
  freeze: () => import('./sw/freeze.ts'),
  /** Terms, privacy and support. */
  reading: () => import('./sw/reading.ts'),
} as const;

/** `refusals`: what the server says no with; fetched with the first no. */
export type CataloguePart = keyof typeof parts | 'refusals';
type Words<Part extends keyof typeof parts> = Awaited<ReturnType<(typeof parts)[Part]>>['words'];

/** Every text of the consumers' and merchants' screens, as English says it. One that Swahili lacks is no `Text` and fails the build. */
export type Text = { [Part in keyof typeof parts]: keyof Words<Part> }[keyof typeof parts];

type Catalogue = {
  texts: ReadonlyMap<string, string>;
  refusals: Partial<Record<string, string>>;
};

const ENGLISH: Catalogue = { texts: new Map(), refusals: {} };

const needed = new Set<CataloguePart>(['door']);
let spoken: Language = 'en';
let catalogue = ENGLISH;
let queue: Promise<unknown> = Promise.resolve();

/** The words for a text in the language that is loaded; English is its own translation. */
export function wordsFor(text: string): string {
  return catalogue.texts.get(text) ?? text;
}

/** The words for a refusal's code in the language that is loaded; none in English, which the server speaks. */
export function wordsForRefusal(code: string): string | undefined {
  return catalogue.refusals[code];
}

/** Loads a part of the catalogue in the language in use, and from now on in every other one. */
export async function need(part: CataloguePart): Promise<void> {
  if (needed.has(part)) return;
  needed.add(part);
  await inTurn(async () => {
    catalogue = await fetched(spoken);
  });
}

/** Makes a language the one that is spoken, with every part that was needed so far. */
export async function load(language: Language): Promise<void> {
  await inTurn(async () => {
    catalogue = await fetched(language);
    spoken = language;
  });
}

// One after the other, so that a page that opens during a change of language does not bring the old one back.
async function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = queue.then(work);
  queue = turn.catch(() => undefined);
  await turn;
}

async function fetched(language: Language): Promise<Catalogue> {
  if (language === 'en') return ENGLISH;
  const wanted = [...needed].filter((part) => part !== 'refusals');
  const [refusals, ...loaded] = await Promise.all([
    needed.has('refusals') ? import('./sw/refusals.ts').then((module) => module.refusals) : {},
    ...wanted.map(async (part) => parts[part]()),
  ]);
  return { texts: new Map(loaded.flatMap(({ words }) => Object.entries(words))), refusals };
}
