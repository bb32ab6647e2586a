const PRODUCT = ['zawadi', 'mpesa', 'safaricom'];
const SHORTEST_WORD = 3;
const LETTERS_LEFT = 4;

// Maps both spellings to one, because 1, ! and l look alike.
const SPELLINGS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  l: 'i',
};

/**
 * Returns whether a password consists of facts about its owner. It does if fewer than four letters are left without
 * the product's name, the owner's own words and all digits, in any spelling. A longer password may contain them.
 * @param own names and addresses of the person who sets it
 */
export function isMadeOfOwnWords(password: string, own: readonly string[]): boolean {
  const symbols = plain(password)
    .replace(/[\s._-]/gu, '')
    .split('');
  const text = symbols.map(spelled).join('');
  const isTaken = symbols.map(() => false);
  for (const word of wordsOf(own)) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      isTaken.fill(true, at, at + word.length);
    }
  }
  const left = symbols.filter((symbol, index) => isTaken[index] === false && /\p{L}/u.test(symbol));
  return isTaken.includes(true) && left.length < LETTERS_LEFT;
}

function wordsOf(own: readonly string[]): string[] {
  return [...PRODUCT, ...own.flatMap((text) => plain(text).split(/[^\p{L}\p{N}]+/u))]
    .flatMap((word) => [word, word.replace(/\p{N}+/gu, '')])
    .filter((word) => word.length >= SHORTEST_WORD)
    .map((word) => word.split('').map(spelled).join(''));
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function spelled(symbol: string): string {
  return SPELLINGS[symbol] ?? symbol;
}
