/** Everything a phone can show in the seven-bit alphabet; one other character makes the whole text UCS-2. */
const gsm7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters of the extension table take two places. */
const gsm7Extended = new Set('^{}\\[~]|€');

const gsm7Lengths = { single: 160, joined: 153 };
const ucs2Lengths = { single: 70, joined: 67 };

/** Africa's Talking in Kenya: about KES 0.80 a part. */
const centsPerPart = 80;

/** @returns the price of one SMS in cents of a shilling */
export function costOf(text: string): number {
  return partsOf(text) * centsPerPart;
}

/** Into how many parts a text is cut on its way. */
export function partsOf(text: string): number {
  const characters = [...text];
  const isGsm7 = characters.every((character) => gsm7.has(character) || gsm7Extended.has(character));
  const places = isGsm7
    ? characters.reduce((sum, character) => sum + (gsm7Extended.has(character) ? 2 : 1), 0)
    : text.length;
  const { single, joined } = isGsm7 ? gsm7Lengths : ucs2Lengths;
  return places <= single ? 1 : Math.ceil(places / joined);
}
