import type { FraudRules } from '@zawadi/contract/fraud';
import { formatKes } from '@zawadi/contract/money';

type RuleName = keyof FraudRules;
type FigureName = {
  [Rule in RuleName]: `${Rule}.${Exclude<keyof FraudRules[Rule], 'isOn'> & string}`;
}[RuleName];

type Figure = { name: FigureName; label: string; isMoney?: true };
export type Rule = { name: RuleName; title: string; help?: string; figures: readonly Figure[] };

/** What raises an alert at a merchant, in the order of the screen. */
export const RULES: readonly Rule[] = [
  {
    name: 'rapidRedemptions',
    title: 'Rapid redemptions',
    figures: [
      { name: 'rapidRedemptions.withinMinutes', label: 'Within minutes' },
      { name: 'rapidRedemptions.byPerson', label: 'Redemptions of one person' },
      { name: 'rapidRedemptions.bySystem', label: 'Redemptions of the merchant’s own system' },
    ],
  },
  {
    name: 'manyVouchersOnePhone',
    title: 'Many vouchers of one phone',
    figures: [
      { name: 'manyVouchersOnePhone.withinHours', label: 'Within hours' },
      { name: 'manyVouchersOnePhone.vouchers', label: 'Vouchers' },
      { name: 'manyVouchersOnePhone.high', label: 'Of severity High from' },
    ],
  },
  {
    name: 'unusuallyLarge',
    title: 'Unusually large',
    figures: [
      { name: 'unusuallyLarge.leastAmount', label: 'From an amount of', isMoney: true },
      { name: 'unusuallyLarge.times', label: 'Times the average' },
      { name: 'unusuallyLarge.high', label: 'Of severity High from times' },
      { name: 'unusuallyLarge.comparedWith', label: 'Compared with the latest' },
      { name: 'unusuallyLarge.atLeast', label: 'Once there are at least' },
    ],
  },
  {
    name: 'outsideOpeningHours',
    title: 'Outside opening hours',
    figures: [
      { name: 'outsideOpeningHours.graceMinutes', label: 'Minutes before and after that still count' },
    ],
  },
  {
    name: 'wrongCodes',
    title: 'Wrong codes',
    help: 'Ten unknown codes from one person or system in a day. After twenty they are blocked, with or without an alert.',
    figures: [],
  },
];

/** The rules by the names that people know. */
export function describeRules(rules: FraudRules): Record<string, string> {
  return Object.fromEntries(
    describeEach(rules).flatMap(({ title, isOn, facts }): [string, string][] => [
      [title, isOn ? 'On' : 'Off'],
      ...facts.map(({ label, value }): [string, string] => [`${title}: ${label.toLowerCase()}`, value]),
    ]),
  );
}

/** Rule by rule: whether it is on, and its figures. */
export function describeEach(rules: FraudRules) {
  const figures = new Map<string, number | boolean>(
    Object.entries(rules).flatMap(([rule, values]) =>
      Object.entries(values).map(([name, value]): [string, number | boolean] => [`${rule}.${name}`, value]),
    ),
  );
  return RULES.map(({ name, title, help, figures: own }) => ({
    title,
    help,
    isOn: figures.get(`${name}.isOn`) === true,
    facts: own.map((figure) => ({
      label: figure.label,
      value: figureText(Number(figures.get(figure.name)), figure),
    })),
  }));
}

function figureText(figure: number, { isMoney }: Pick<Figure, 'isMoney'>): string {
  return isMoney === true ? formatKes(figure) : figure.toLocaleString('en-KE');
}
