import { randomBytes, randomInt } from 'node:crypto';
import { compactPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lettersAndDigits = `${letters}0123456789`;
const dayMarks = `123456789${letters}`;
const yearOfA = 2006;

/**
 * Creates an M-PESA receipt: year (A = 2006), month (A = January), day (1 to 9, then A to V), seven more characters.
 * The fourth of these seven is a letter, so that a receipt never contains a six-digit code.
 */
export function createReceipt(now: Date): string {
  const [year, month, day] = formatNairobi(now, 'yyyy-MM-dd').split('-').map(Number);
  const date = [
    letters.at(((year ?? yearOfA) - yearOfA) % letters.length),
    letters.at((month ?? 1) - 1),
    dayMarks.at((day ?? 1) - 1),
  ];
  return [...date, pick(lettersAndDigits, 3), pick(letters, 1), pick(lettersAndDigits, 3)].join('');
}

/** `ws_CO_27112025133814625708374149`: time, milliseconds, subscriber. */
export function createCheckoutRequestId(now: Date, msisdn: string): string {
  const milliseconds = String(now.getUTCMilliseconds()).padStart(3, '0');
  return `ws_CO_${formatNairobi(now, 'ddMMyyyyHHmmss')}${milliseconds}${msisdn.slice(-9)}`;
}

/** `2654-4b64-97ff-b827b542881d3130` */
export function createMerchantRequestId(): string {
  const hex = randomBytes(14).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`;
}

/** `AG_20240706_20106e9209f64bebd05b` */
export function createConversationId(now: Date): string {
  return `AG_${formatNairobi(now, 'yyyyMMdd')}_${randomBytes(10).toString('hex')}`;
}

/** The id that Daraja creates if the request has none: `5118-111210482-1`. */
export function createOriginatorConversationId(now: Date): string {
  return `${randomInt(1_000, 99_999)}-${formatNairobi(now, compactPattern).slice(2)}${randomInt(1_000_000)}-1`;
}

function pick(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}
