/** One habit of the old dialect: its pattern, and a better example of the same sentence. */
export type Habit = { pattern: RegExp; better: string; /** Shopkeepers say it so. */ isFineOnScreens?: true };

// Few, and each nearly always wrong. The words that an engineer, an operator or a shopkeeper would look for say more.
export const HABITS: readonly Habit[] = [
  {
    pattern: /(?:^|[.:;] )What (?![^.]*\?)/u,
    better: 'name the thing: "An uncontended redemption", not "What nothing stands against"',
    isFineOnScreens: true,
  },
  {
    pattern: /\b(?:of|with|from|for|by|than|as|into|and|or|to|at) what (?:is|are|was|were|has|have|had)\b/iu,
    better: 'name the thing: "the balance of released vouchers", not "of what is released"',
  },
  {
    pattern: /(?:^|[.:;] )(?:Who|Whoever|Whose) (?![^.]*\?)/u,
    better: 'name the person: "The requester", not "Who asks"',
    isFineOnScreens: true,
  },
  {
    pattern: /\bwho (?:asks?|asked|calls?|called|comes?|came)\b/iu,
    better: '"the requester", "the caller"',
    isFineOnScreens: true,
  },
  {
    pattern: /\b(?:somebody|someone|nobody|whoever|whomever|no one)\b/iu,
    better: 'name the role: "a person", "the buyer", "another administrator"',
    isFineOnScreens: true,
  },
  {
    pattern: /\bthose of\b/iu,
    better: `repeat the noun: "yesterday's payments", not "those of yesterday"`,
  },
  {
    pattern: /\b(?:is|are|was|were|be|been|being) told\b/iu,
    better: '"the worker notifies the requester"',
  },
  { pattern: /\b(?:meanwhile|anew|thereby|as ever)\b/iu, better: 'leave it out, or say when' },
  {
    pattern: /\bby (?:itself|themselves|himself|herself)\b/iu,
    better: '"automatically", "alone", or leave it out',
  },
  { pattern: /\bbeside\b/iu, better: '"next to", "besides", "together with", or leave it out' },
  {
    pattern: /\bstands? (?:against|between|beside|there|here|in the way)\b/iu,
    better: '"is", "conflicts with", "is defined in"',
  },
  {
    pattern: /\bwhat (?:comes|came|goes|went|stands|stood|lies|lay)\b/iu,
    better: 'name the thing and use a verb of the field',
    isFineOnScreens: true,
  },
];
