import type { Language } from './languages.ts';

/** The Swahili texts are split into parts, so that a page loads only its own texts. */
const parts = {
  /** Texts for a signed-out visitor. */
  door: () => import('./sw/door.ts'),
  /** Texts for a signed-in consumer, and the page of a gift. */
  house: () => import('./sw/house.ts'),
  /** Texts for a signed-in merchant that are not in `house`. */
  shop: () => import('./sw/shop.ts'),
  /** The merchants' help, a separate part because it is long. */
  help: () => import('./sw/shop-help.ts'),
  /** Claiming a gift, from its link to the wallet. */
  claim: () => import('./sw/claim.ts'),
  /** Freezing a wallet without a sign-in. */
  freeze: () => import('./sw/freeze.ts'),
  /** Terms, privacy and support. */
  reading: () => import('./sw/reading.ts'),
} as const;

/** A part of the catalogue. `refusals` contains the server's refusals, and loads with the first refusal. */
export type CataloguePart = keyof typeof parts | 'refusals';
type Words<Part extends keyof typeof parts> = Awaited<ReturnType<(typeof parts)[Part]>>['words'];

/**
 * Every text on consumers' and merchants' screens, in English. A text without a Swahili translation is not a `Text`, so
 * the build fails.
 */
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

/** Returns a text in the loaded language; English texts are their own translation. */
export function wordsFor(text: string): string {
  return catalogue.texts.get(text) ?? text;
}

/**
 * Returns the sentence for a refusal's code in the loaded language; undefined in English, in which the server answers.
 */
export function wordsForRefusal(code: string): string | undefined {
  return catalogue.refusals[code];
}

/** Loads a part of the catalogue in the current language. A language chosen later loads this part too. */
export async function need(part: CataloguePart): Promise<void> {
  if (needed.has(part)) return;
  needed.add(part);
  await inTurn(async () => {
    catalogue = await fetched(spoken);
  });
}

/** Activates a language, and loads all parts needed so far. */
export async function load(language: Language): Promise<void> {
  await inTurn(async () => {
    catalogue = await fetched(language);
    spoken = language;
  });
}

// Runs one load after the other. Otherwise a page that opens during a change of language could restore the old one.
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
