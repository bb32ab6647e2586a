import type { FraudRules } from '@zawadi/contract';

/** Whether a higher or a lower threshold detects fewer cases; `either` if that depends on the events. */
type WeakerWay = 'higher' | 'lower' | 'either';

const WEAKER = {
  rapidRedemptions: { withinMinutes: 'lower', byPerson: 'higher', bySystem: 'higher' },
  manyVouchersOnePhone: { withinHours: 'lower', vouchers: 'higher', high: 'higher' },
  // Changing the number of redemptions in the average may raise or lower the average.
  unusuallyLarge: {
    leastAmount: 'higher',
    comparedWith: 'either',
    atLeast: 'higher',
    times: 'higher',
    high: 'higher',
  },
  outsideOpeningHours: { graceMinutes: 'higher' },
  wrongCodes: { withinHours: 'lower', byOne: 'higher', byShop: 'higher', byAddress: 'higher' },
  shopVelocity: { redemptions: 'higher', amount: 'higher' },
  buyerVelocity: { withinHours: 'lower', purchases: 'higher', amount: 'higher' },
  manyRefunds: { withinHours: 'lower', ofMerchant: 'higher', ofBuyer: 'higher', byAdministrator: 'higher' },
  sharedPhone: { withinDays: 'lower', accounts: 'higher', buyers: 'higher' },
  passThrough: { withinHours: 'lower', amount: 'higher', high: 'higher' },
  manyGivers: { withinDays: 'lower', givers: 'higher', high: 'higher' },
  justBelowLimit: { withinHours: 'lower', percent: 'lower', times: 'higher' },
  manyContactsShown: { withinHours: 'lower', records: 'higher' },
} as const satisfies {
  [Rule in keyof FraudRules]: Record<Exclude<keyof FraudRules[Rule], 'isOn'>, WeakerWay>;
};

/**
 * Returns true if new rules may miss findings of the current ones. A rule that is off finds nothing, so a change to
 * its thresholds is not weaker. A shorter time window counts fewer events, so it is weaker.
 */
export function areWeaker(before: FraudRules, after: FraudRules): boolean {
  return Object.entries(WEAKER).some(([rule, ways]) => {
    const [was, is] = [figuresOf(before, rule), figuresOf(after, rule)];
    if (was.get('isOn') !== true) return false;
    if (is.get('isOn') !== true) return true;
    return Object.entries(ways).some(([figure, way]) => isWeaker(way, was.get(figure), is.get(figure)));
  });
}

function isWeaker(way: WeakerWay, was: unknown, is: unknown): boolean {
  const difference = Number(is) - Number(was);
  return { higher: difference > 0, lower: difference < 0, either: difference !== 0 }[way];
}

function figuresOf(rules: FraudRules, rule: string): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(new Map<string, object>(Object.entries(rules)).get(rule) ?? {}));
}
