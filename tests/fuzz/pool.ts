/** Texts that answers have named, by the name of their field. */
export type Pool = {
  add: (name: string, text: string) => void;
  /** Takes in every text of an answer. */
  harvest: (answer: unknown) => void;
  named: (name: string) => readonly string[];
};

const KEPT_OF_A_NAME = 100;
const LONGEST = 200;
/** Names under which calls ask for what answers call otherwise. */
const ALIASES: Record<string, string[]> = {
  id: ['voucherId', 'attemptId'],
  requestId: ['transactionId', 'x-requestid'],
  transactionId: ['requestId'],
  settlementId: ['id', 'batchId'],
  voucherId: ['id'],
};

export function createPool(): Pool {
  const texts = new Map<string, string[]>();

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
      for (const [name, value] of Object.entries(answer)) {
        if (typeof value !== 'string') harvest(value);
        else if (value !== '' && value.length <= LONGEST) add(name, value);
      }
    }
  }

  return { add, harvest, named: (name) => texts.get(name) ?? [] };
}
