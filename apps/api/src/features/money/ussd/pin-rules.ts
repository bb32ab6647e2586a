const PIN = /^\d{4,6}$/u;
const LEAST = 4;
const ASCENDING = '01234567890';
const DESCENDING = '09876543210';

/** Returns whether an input has the form of a PIN: 4 to 6 digits. */
export function isPin(input: string): boolean {
  return PIN.test(input);
}

/**
 * Returns whether a PIN may be chosen. Refuses what a person who knows the owner tries first: sequences, repeated digits,
 * years, birthdays and parts of the own number.
 * @param msisdn 254XXXXXXXXX, the owner's number
 */
export function isGoodPin(pin: string, msisdn: string): boolean {
  if (!isPin(pin)) return false;
  const isSequence = ASCENDING.includes(pin) || DESCENDING.includes(pin);
  const isOfNumber = `0${msisdn.slice(3)}`.includes(pin);
  return !isSequence && !isRepetition(pin) && !isOfNumber && !isYear(pin) && !isBirthday(pin);
}

/** Returns whether one to three digits repeat: 7777, 1212, 123123. */
function isRepetition(pin: string): boolean {
  return [1, 2, 3].some((length) => {
    const repeated = pin.slice(0, length).repeat(pin.length).slice(0, pin.length);
    return pin.length >= 2 * length && repeated === pin;
  });
}

function isYear(pin: string): boolean {
  return pin.length === LEAST && /^(?:19|20)/u.test(pin);
}

/** Returns whether the digits are a day and a month, in any order, also with a year of two digits at either end. */
function isBirthday(pin: string): boolean {
  if (pin.length === LEAST) return isDay(pin);
  return pin.length === 6 && (isDay(pin.slice(0, LEAST)) || isDay(pin.slice(2)));
}

function isDay(digits: string): boolean {
  const [first, second] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  const isDate = (day: number, month: number) => day >= 1 && day <= 31 && month >= 1 && month <= 12;
  return isDate(first, second) || isDate(second, first);
}
