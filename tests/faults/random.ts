import { createHash } from 'node:crypto';

export type Random = {
  /** Returns a whole number from 0 up to, but excluding, `end`. */
  below: (end: number) => number;
  oneOf: <Choice>(choices: readonly Choice[]) => Choice;
};

/** Creates a random generator. The same words give the same choices. */
export function createRandom(...words: (string | number)[]): Random {
  let count = 0;
  const below = (end: number): number => {
    count += 1;
    const digest = createHash('sha256')
      .update([...words, count].join('/'))
      .digest();
    return Number(digest.readBigUInt64BE() % BigInt(end));
  };
  return {
    below,
    oneOf: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('nothing to choose from');
      return choice;
    },
  };
}
