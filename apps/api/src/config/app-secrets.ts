const DEMO_SECRET = 'zawadi-demo-secret-for-the-sandbox-only-0000';
/**
 * Minimum entropy of a secret, from which every key is derived. By this estimate 32 random base64 characters have
 * about 150 bits.
 */
const SECRET_BITS = 100;

type Given = { APP_SECRET?: string | undefined; APP_SECRETS?: string[] | undefined };

/** Returns the secrets, newest first; the demo's public secret if none is given. */
export function secretsOf({ APP_SECRET, APP_SECRETS }: Given): string[] {
  return APP_SECRETS ?? [APP_SECRET ?? DEMO_SECRET];
}

/**
 * Finds mistakes in the secrets.
 * @returns one sentence per mistake
 */
export function mistakesInSecrets(env: Given & { PROVIDER: string }, isProduction: boolean): string[] {
  if (env.APP_SECRET !== undefined && env.APP_SECRETS !== undefined)
    return ['Set APP_SECRET or APP_SECRETS, not both.'];
  const name = env.APP_SECRETS ? 'APP_SECRETS' : 'APP_SECRET';
  const secrets = secretsOf(env);
  const sentences: string[] = [];
  if (new Set(secrets).size < secrets.length) sentences.push('APP_SECRETS names a secret twice.');
  // The demo's secret is public: an attacker could use it to sign tokens and to guess callback URLs.
  if ((isProduction || env.PROVIDER !== 'sandbox') && secrets.includes(DEMO_SECRET)) {
    const start = isProduction ? 'A production start' : `PROVIDER=${env.PROVIDER}`;
    sentences.push(`${start} needs its own ${name} of at least 32 random characters.`);
  }
  if (secrets.some((secret) => secret !== DEMO_SECRET && estimateBits(secret) < SECRET_BITS)) {
    sentences.push(`${name} is not random; make one with \`openssl rand -base64 48\`.`);
  }
  return sentences;
}

/**
 * Estimates bits of entropy: Shannon's entropy of the characters and of their differences. A sequence or a repetition
 * therefore scores low.
 */
function estimateBits(secret: string): number {
  const characters = [...secret].map((character) => character.codePointAt(0) ?? 0);
  const steps = characters.slice(1).map((code, n) => code - (characters[n] ?? 0));
  const repeats = new Set(characters.slice(2).map((_, n) => characters.slice(n, n + 3).join())).size;
  return Math.min(entropy(characters), entropy(steps)) * Math.min(secret.length, repeats + 2);
}

/**
 * Computes Shannon's entropy of the values.
 * @returns bits per value
 */
function entropy(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value);
  return [...counts.values()].reduce((bits, { length }) => {
    const share = length / values.length;
    return bits - share * Math.log2(share);
  }, 0);
}
