import { banks } from './banks.ts';

// Letters of other scripts that look like Latin letters. Capitals have their own table, because Ν and ν look like
// different letters.
const CAPITALS = [
  ['ΑВΕΖΗΙΚΜΝΟΡΤΥΧΣ', 'abezhikmnoptyxs'],
  ['АВЕКМНОРСТУХЅІЈԁԜ', 'abekmhopctyxsijdw'],
  ['ᎪᎠᎬᎻᏆᎫᏦᏞᎷᏢᏚᎢᏔᏃᏴᏟ', 'adehijklmpstwzbc'],
  ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓢꓔꓴꓦꓪꓫꓬꓜ', 'abcdefghijklmnopstuvwxyz'],
];
const SMALL = [
  ['αβγεηικνορτυχωσ', 'abyenikvoptuxws'],
  ['авсԁегһіјкӏмноӧрԛѕтуѵѡԝхзьҽ', 'abcdefhijkimhoopqstyvwwx3be'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['օսհոզ', 'ouhng'],
  ['0134578@$!|', 'oieastbasii'],
  // Maps l and i to the same letter, because they look alike.
  ['l', 'i'],
];

/** Small Latin letters with strokes, hooks and turns, which no normalisation makes plain. */
const VARIANTS = {
  a: 'ɑⱥɐ',
  b: 'ƀƃɓᵬᶀꞗ',
  c: 'ƈȼɕꞓↄ',
  d: 'đðɗɖƌȡᵭᶁᶑ',
  e: 'ɇǝəɛɘⱸᶒ',
  f: 'ƒᵮᶂꞙ',
  g: 'ɡǥɠᶃꞡ',
  h: 'ħɦⱨꞕɧ',
  i: 'ıɨᶖᵻłƚⱡɫɬɭȴꝉ',
  j: 'ɉʝȷɟ',
  k: 'ƙⱪᶄꝁꝃꞣ',
  m: 'ɱᵯᶆ',
  n: 'ŋɲƞɳȵᵰᶇꞑꞥ',
  o: 'øɵɔⱺꝋ',
  p: 'ƥᵽᵱᶈꝑꝓꝕƿþ',
  q: 'ɋʠꝗ',
  r: 'ɍɽɼɾᵲᶉꞧ',
  s: 'ȿʂᵴᶊꞩƨ',
  t: 'ŧƫƭʈȶⱦᵵ',
  u: 'ʉᵾʊᶙ',
  v: 'ʋᶌⱴⱱʌ',
  w: 'ⱳʍ',
  x: 'ᶍ',
  y: 'ɏƴỿ',
  z: 'ƶȥɀʐʑᵶᶎⱬ',
};

function alike(pairs: string[][]): ReadonlyMap<string, string> {
  return new Map(
    pairs.flatMap(([signs = '', latin = '']) => {
      const letters = Array.from(latin);
      return Array.from(signs, (sign, index) => [sign, letters[index] ?? ''] as const);
    }),
  );
}

const variants = Object.entries(VARIANTS).map(([plain, signs]) => [
  signs,
  plain.repeat(Array.from(signs).length),
]);
const [capitals, small] = [alike(CAPITALS), alike([...SMALL, ...variants])];

/** Reduces a text to its looks: no case, accents or marks, and one plain letter for all letters that look alike. */
export function skeletonOf(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/./gsu, (sign) => capitals.get(sign) ?? sign)
    .toLowerCase()
    .replace(/./gsu, (sign) => small.get(sign) ?? sign);
  return bare.replaceAll('vv', 'w').replaceAll('rn', 'm');
}

function skeletons(words: string): readonly string[] {
  return words.split(/\s+/u).map(skeletonOf);
}

function squeezed(skeleton: string): string {
  return skeleton.replace(/[^\p{L}\p{N}]/gu, '');
}

const BRANDS = skeletons('mpesa safaricom zawadi');
const BANKS = [
  ...Object.keys(banks).map((bank) => squeezed(skeletonOf(bank))),
  ...skeletons('stanchart centralbank coopbank fuliza mshwari airtel tkash'),
];
/** Short names of banks. They are compared with whole words only, because many longer words contain them. */
const BANK_WORDS = new Set(skeletons('bank benki kcb cbk absa ncba dtb equity stanbic'));

/** Words for an office. No shop combines one of these with a brand in its name. */
const OFFICES = skeletons(
  'security support care customer customers customercare team help helpdesk helpline hotline official officials fraud ' +
    'verification verify verified service services usalama msaada huduma wateja rasmi',
);
/** Further words that no person's name contains. */
const TITLES = skeletons(
  'agent agents desk confirm confirmed confirmation alert alerts admin administrator refund refunds promo promotion ' +
    'promotions winner winners office department dept manager management limited ltd plc inc company group center centre ' +
    'notice notification info system account accounts wallet payment payments reward rewards lottery prize pin code bank ' +
    'loan loans wakala timu ofisi kampuni mshindi ushindi zawadikuu benki malipo akaunti lipa',
);

const LONG_WORD = 6;

/**
 * Returns whether a name claims to be us, M-PESA, Safaricom or a bank: a brand next to a word such as security, support
 * or team, in any script. `Zawadi` alone is a first name.
 */
export function isImpostor(name: string, of: 'person' | 'business'): boolean {
  const words = wordsOf(name);
  const whole = words.join('');
  const isPerson = of === 'person';
  const brands = brandsIn(words, whole, isPerson);
  const offices = wordsIn(isPerson ? [...OFFICES, ...TITLES] : OFFICES, words, whole);
  if (!isPerson) return brands.length > 0 && offices.length > 0;
  const isOffice = wordsIn(OFFICES, words, whole).length > 1;
  return (
    isOffice || brands.length > 1 || (brands.length > 0 && offices.some((word) => !brands.includes(word)))
  );
}

function brandsIn(words: string[], whole: string, isPerson: boolean): string[] {
  const named = [...BRANDS, ...BANKS].filter((brand) => whole.includes(brand));
  return isPerson ? [...named, ...words.filter((word) => BANK_WORDS.has(word))] : named;
}

/**
 * Finds known words even if they are spelled with gaps. Long words are also found inside other words, because no honest
 * word contains them.
 */
function wordsIn(known: readonly string[], words: string[], whole: string): string[] {
  const rest = BRANDS.reduce((text, brand) => text.replaceAll(brand, ' '), whole).split(' ');
  return known.filter(
    (word) =>
      words.includes(word) || rest.includes(word) || (word.length >= LONG_WORD && whole.includes(word)),
  );
}

/** Returns the words of a name. Single letters are joined to one word: `t.e.a.m`. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let wasLetter = false;
  for (const word of skeletonOf(name).split(/[^\p{L}\p{N}]+/u)) {
    const isLetter = Array.from(word).length === 1;
    if (isLetter && wasLetter) words.push(`${words.pop() ?? ''}${word}`);
    else if (word !== '') words.push(word);
    wasLetter = isLetter;
  }
  return words;
}
