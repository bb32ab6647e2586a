type Scalar = string | number | boolean;
type Remembered = Record<string, Scalar>;

/** Values collected from earlier answers: single texts by field name, and objects whose values belong together. */
export type Pool = {
  add: (name: string, text: string) => void;
  /** Collects every text of an answer. */
  harvest: (answer: unknown) => void;
  named: (name: string) => readonly string[];
  /** Returns the latest objects with at least two of these fields. */
  having: (names: readonly string[]) => Remembered[];
};

const KEPT_OF_A_NAME = 100;
const OBJECTS_KEPT = 60;
const LONGEST = 200;
/** Names of request fields whose values have other names in answers. */
const ALIASES: Record<string, string[]> = {
  id: ['voucherId', 'attemptId'],
  requestId: ['transactionId', 'x-requestid'],
  transactionId: ['requestId'],
  settlementId: ['id', 'batchId'],
  voucherId: ['id'],
};

export function createPool(): Pool {
  const texts = new Map<string, string[]>();
  const objects: Remembered[] = [];

  function keep(name: string, text: string): void {
    const kept = texts.get(name) ?? [];
    if (kept.includes(text)) return;
    kept.push(text);
    if (kept.length > KEPT_OF_A_NAME) kept.shift();
    texts.set(name, kept);
  }

  function add(name: string, text: string): void {
    for (const one of [name, ...(ALIASES[name] ?? [])]) keep(one, text);
  }

  function harvest(answer: unknown): void {
    if (Array.isArray(answer)) for (const one of answer.slice(0, 20)) harvest(one);
    else if (typeof answer === 'object' && answer !== null) {
      remember(answer);
      for (const [name, value] of Object.entries(answer)) {
        if (typeof value !== 'string') harvest(value);
        else if (value !== '' && value.length <= LONGEST) add(name, value);
      }
    }
  }

  function remember(answer: object): void {
    const fields = Object.entries(answer).filter((field): field is [string, Scalar] => isScalar(field[1]));
    const named = fields.flatMap(([name, value]) =>
      [name, ...(ALIASES[name] ?? [])].map((one): [string, Scalar] => [one, value]),
    );
    if (fields.length > 1) objects.unshift({ ...Object.fromEntries(named), ...Object.fromEntries(fields) });
    objects.splice(OBJECTS_KEPT);
  }

  return {
    add,
    harvest,
    named: (name) => texts.get(name) ?? [],
    having: (names) => objects.filter((one) => names.filter((name) => name in one).length > 1),
  };
}

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
