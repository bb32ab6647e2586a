/** Limits of a network, as Africa's Talking publishes them for Kenya. */
export type Network = {
  name: string;
  screenLength: number;
  inputLength: number;
  idleMs: number;
  sessionMs: number;
  /** Whether the gateway divides a longer screen into pages. On other networks the rest is lost. */
  hasPages: boolean;
};

// Where Africa's Talking names no limit, the smallest known limit applies.
const usual: Network = {
  name: 'Simulator',
  screenLength: 160,
  inputLength: 80,
  idleMs: 30_000,
  sessionMs: 180_000,
  hasPages: false,
};

const networks = {
  '63902': { ...usual, name: 'Safaricom', hasPages: true },
  '63903': {
    ...usual,
    name: 'Airtel',
    screenLength: 184,
    inputLength: 90,
    idleMs: 60_000,
    hasPages: true,
  },
  '63907': { ...usual, name: 'Telkom' },
  '63999': { ...usual, name: 'Equitel' },
} satisfies Record<string, Network>;

/** First and last three digits after 254, by network code. All other numbers are Safaricom's. */
const prefixes: [first: number, last: number, code: keyof typeof networks][] = [
  [100, 109, '63903'],
  [730, 739, '63903'],
  [750, 756, '63903'],
  [762, 762, '63903'],
  [780, 789, '63903'],
  [770, 779, '63907'],
  [763, 766, '63999'],
];

/** Returns the network code that a phone number (254XXXXXXXXX) was issued under. */
export function networkCodeOf(msisdn: string): string {
  const prefix = Number(msisdn.slice(3, 6));
  return prefixes.find(([first, last]) => first <= prefix && prefix <= last)?.[2] ?? '63902';
}

/** Returns the limits of a network code; an unknown code has the simulator's limits. */
export function networkOf(code: string): Network {
  return new Map<string, Network>(Object.entries(networks)).get(code) ?? usual;
}
