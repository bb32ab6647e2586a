import { fraudRuleTitles, type FraudRules } from '@zawadi/contract/fraud-rules';
import { formatKes } from '@zawadi/contract/money';

type RuleName = keyof FraudRules;
type FigureName = {
  [Rule in RuleName]: `${Rule}.${Exclude<keyof FraudRules[Rule], 'isOn'> & string}`;
}[RuleName];

type Figure = { name: FigureName; label: string; isMoney?: true };
export type Rule = { name: RuleName; title: string; help?: string; figures: readonly Figure[] };

/** The fraud rules, in the order on the screen. */
export const RULES: readonly Rule[] = [
  {
    name: 'rapidRedemptions',
    title: fraudRuleTitles.rapidRedemptions,
    figures: [
      { name: 'rapidRedemptions.withinMinutes', label: 'Within minutes' },
      { name: 'rapidRedemptions.byPerson', label: 'Redemptions of one person' },
      { name: 'rapidRedemptions.bySystem', label: 'Redemptions of the merchant’s own system' },
    ],
  },
  {
    name: 'manyVouchersOnePhone',
    title: fraudRuleTitles.manyVouchersOnePhone,
    figures: [
      { name: 'manyVouchersOnePhone.withinHours', label: 'Within hours' },
      { name: 'manyVouchersOnePhone.vouchers', label: 'Vouchers' },
      { name: 'manyVouchersOnePhone.high', label: 'Of severity High from' },
    ],
  },
  {
    name: 'unusuallyLarge',
    title: fraudRuleTitles.unusuallyLarge,
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
    title: fraudRuleTitles.outsideOpeningHours,
    figures: [
      { name: 'outsideOpeningHours.graceMinutes', label: 'Minutes before and after that still count' },
    ],
  },
  {
    name: 'wrongCodes',
    title: fraudRuleTitles.wrongCodes,
    help: 'Codes that do not exist. After twenty in a day a guesser is blocked, with or without an alert.',
    figures: [
      { name: 'wrongCodes.withinHours', label: 'Within hours' },
      { name: 'wrongCodes.byOne', label: 'Of one person or system' },
      { name: 'wrongCodes.byShop', label: 'Of one merchant' },
      { name: 'wrongCodes.byAddress', label: 'From one address' },
    ],
  },
  {
    name: 'shopVelocity',
    title: fraudRuleTitles.shopVelocity,
    help: 'At one merchant within an hour. Severity is High when the value is reached.',
    figures: [
      { name: 'shopVelocity.redemptions', label: 'Redemptions' },
      { name: 'shopVelocity.amount', label: 'Or a value of', isMoney: true },
    ],
  },
  {
    name: 'buyerVelocity',
    title: fraudRuleTitles.buyerVelocity,
    help: 'Paid purchases of one consumer. Severity is High when the value is reached.',
    figures: [
      { name: 'buyerVelocity.withinHours', label: 'Within hours' },
      { name: 'buyerVelocity.purchases', label: 'Purchases' },
      { name: 'buyerVelocity.amount', label: 'Or a value of', isMoney: true },
    ],
  },
  {
    name: 'manyRefunds',
    title: fraudRuleTitles.manyRefunds,
    figures: [
      { name: 'manyRefunds.withinHours', label: 'Within hours' },
      { name: 'manyRefunds.ofMerchant', label: 'Redemptions reversed by a merchant' },
      { name: 'manyRefunds.ofBuyer', label: 'Refunds of one buyer' },
      { name: 'manyRefunds.byAdministrator', label: 'Refunds asked for by one administrator' },
    ],
  },
  {
    name: 'sharedPhone',
    title: fraudRuleTitles.sharedPhone,
    figures: [
      { name: 'sharedPhone.withinDays', label: 'Within days' },
      { name: 'sharedPhone.accounts', label: 'Accounts that proved it or were paid to it' },
      { name: 'sharedPhone.buyers', label: 'Buyers that it paid for' },
    ],
  },
  {
    name: 'passThrough',
    title: fraudRuleTitles.passThrough,
    help: 'Money that a wallet received and paid out again: the smaller of both sums.',
    figures: [
      { name: 'passThrough.withinHours', label: 'Within hours' },
      { name: 'passThrough.amount', label: 'From a sum of', isMoney: true },
      { name: 'passThrough.high', label: 'Of severity High from a sum of', isMoney: true },
    ],
  },
  {
    name: 'manyGivers',
    title: fraudRuleTitles.manyGivers,
    help: 'Buyers whose gifts one consumer added to the wallet. Weddings and birthdays raise this alert too.',
    figures: [
      { name: 'manyGivers.withinDays', label: 'Within days' },
      { name: 'manyGivers.givers', label: 'Buyers' },
      { name: 'manyGivers.high', label: 'Of severity High from buyers' },
    ],
  },
  {
    name: 'justBelowLimit',
    title: fraudRuleTitles.justBelowLimit,
    help: 'Purchases or withdrawals of one consumer just below the limit for one transaction or the amount from which two administrators decide, or days just below the daily limit.',
    figures: [
      { name: 'justBelowLimit.withinHours', label: 'Within hours' },
      { name: 'justBelowLimit.percent', label: 'Percent below the limit, at most' },
      { name: 'justBelowLimit.times', label: 'Payments or days' },
    ],
  },
  {
    name: 'manyContactsShown',
    title: fraudRuleTitles.manyContactsShown,
    help: 'People, payments and cases whose masked phone numbers and emails one administrator showed.',
    figures: [
      { name: 'manyContactsShown.withinHours', label: 'Within hours' },
      { name: 'manyContactsShown.records', label: 'People, payments and cases' },
    ],
  },
];

/** Describes the rules with their labels. */
export function describeRules(rules: FraudRules): Record<string, string> {
  return Object.fromEntries(
    describeEach(rules).flatMap(({ title, isOn, facts }): [string, string][] => [
      [title, isOn ? 'On' : 'Off'],
      ...facts.map(({ label, value }): [string, string] => [`${title}: ${label.toLowerCase()}`, value]),
    ]),
  );
}

/** Describes each rule: whether it is on, and its thresholds. */
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
