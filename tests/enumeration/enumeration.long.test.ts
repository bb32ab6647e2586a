import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMerchant } from '../../apps/api/src/features/people/merchants/index.ts';
import { createAdministrator } from '../../apps/api/src/features/people/administrators/index.ts';
import { routes as freezeRoutes } from '../../apps/api/src/features/people/wallet-freeze/index.ts';
import {
  newPerson,
  startPeopleApp,
  type PeopleApp,
  type Reply,
} from '../../apps/api/src/testing/people-app.ts';
import { newSignedIn, signUpPerson, verifyPhoneOf } from '../../apps/api/src/testing/people.ts';
import { createRandom } from '../faults/random.ts';
import { mannWhitneyZ } from './mann-whitney.ts';

const { ZAWADI_TIMING_SAMPLES } = process.env;
/** `ZAWADI_TIMING_SAMPLES=500 npm run test:long -- enumeration` finds smaller differences, and prints each z. */
const SAMPLES = Number(ZAWADI_TIMING_SAMPLES ?? 30);
const PATIENCE_MS = 120_000 + SAMPLES * 20_000;
/**
 * Equal times exceed this z by chance two times in a thousand. So a suspicious step is measured again with other
 * accounts. It counts only if it again differs as much in the same direction: a chance of two in a million per step, 3
 * in 100,000 per run.
 */
const SUSPICIOUS_Z = 3.1;
const WRONG = { password: 'never-right' };
const SIGNED_UP = { password: 'a-new-battery-staple' };
const WRONG_CODE = { otp: '000000', password: 'a-new-battery-staple' };

/** The account that a request names. It may exist or not. */
type Name = {
  email: string;
  phone?: string;
  merchantCode?: string;
  accessToken?: string;
  currentPassword?: string;
};
type Step = [what: string, send: (name: Name) => Promise<Reply>];
type Subject = { makeKnown: () => Promise<Name>; makeUnknown: () => Promise<Name>; steps: Step[] };
type Names = Record<'known' | 'unknown', Name[]>;
type Heard = { ms: number[]; answers: Set<string> };

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp(freezeRoutes);
});
afterAll(() => people.close());

let calls = 1;

/** Sends each request from another IP address, never one of `people.call`: like a program that tries a list. */
function call(endpoint: Endpoint, body: object, token?: string): Promise<Reply> {
  calls += 1;
  const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  return people.call(endpoint, body, { address, ...(token !== undefined && { token }) });
}

const newConsumer = async (): Promise<Name> => ({ email: (await signUpPerson(people)).email });

async function newProvenNumber(): Promise<Name> {
  const user = await newSignedIn(people);
  await verifyPhoneOf(people, user);
  return { email: user.person.email, phone: user.person.phoneNumber };
}

function unknownNumber(): Promise<Name> {
  const { email, phoneNumber: phone } = newPerson();
  return Promise.resolve({ email, phone });
}

async function newAdministrator(): Promise<Name> {
  const { email, password } = newPerson();
  await createAdministrator(people.deps, { email, password, name: 'Achieng', staffRole: 'support' });
  return { email };
}

async function newShop(): Promise<Name> {
  const { email, phoneNumber: contactPhoneNumber, password } = newPerson();
  const contact = { contactName: 'Njeri', contactEmail: email, contactPhoneNumber };
  const { merchantCode } = await createMerchant(people.deps, { businessName: 'Duka', ...contact, password });
  return { merchantCode, email };
}

let unknownShops = 0;

function unknownShop(): Promise<Name> {
  unknownShops += 1;
  const merchantCode = `NONE${String(unknownShops).padStart(3, '0')}`;
  return Promise.resolve({ merchantCode, email: newPerson().email });
}

const unknownAddress = (): Promise<Name> => Promise.resolve({ email: newPerson().email });

/** Creates a signed-in person, and the email address that the person wants to change to. */
function wants(address: () => Promise<Name>) {
  return async (): Promise<Name> => {
    const { accessToken, person } = await newSignedIn(people);
    return { accessToken, email: (await address()).email, currentPassword: person.password };
  };
}

/** Steps of one subject build on each other: the reset uses the code that the previous step mailed. */
const SUBJECTS: Record<string, Subject> = {
  'a consumer': {
    makeKnown: newConsumer,
    makeUnknown: unknownAddress,
    steps: [
      ['sign-in', ({ email }) => call(contract.login, { email, ...WRONG })],
      ['reset code', ({ email }) => call(contract.generatePasswordOtp, { email })],
      ['reset', ({ email }) => call(contract.resetPassword, { email, ...WRONG_CODE })],
      ['sign-up', ({ email }) => call(contract.signup, { ...newPerson(), email })],
    ],
  },
  'an account that has proven a phone number': {
    makeKnown: newProvenNumber,
    makeUnknown: unknownNumber,
    steps: [
      ['freeze code', ({ phone }) => call(contract.sendFreezeCode, { phone })],
      ['freeze', ({ phone }) => call(contract.freezeByPhone, { phone, otp: WRONG_CODE.otp })],
      ['reset code', ({ phone }) => call(contract.generatePhonePasswordOtp, { phone })],
      ['reset', ({ phone }) => call(contract.resetPasswordByPhone, { phone, ...WRONG_CODE })],
    ],
  },
  'a merchant': {
    makeKnown: newShop,
    makeUnknown: unknownShop,
    steps: [
      ['sign-in', ({ merchantCode }) => call(contract.merchantLogin, { merchantCode, ...WRONG })],
      ['reset code', (shop) => call(contract.generateMerchantPasswordOtp, shop)],
      ['reset', (shop) => call(contract.resetMerchantPassword, { ...shop, ...WRONG_CODE })],
    ],
  },
  'an administrator': {
    makeKnown: newAdministrator,
    makeUnknown: unknownAddress,
    steps: [
      ['sign-in', ({ email }) => call(contract.adminLogin, { email, ...WRONG })],
      ['reset code', ({ email }) => call(contract.generateAdminPasswordOtp, { email })],
      ['reset', ({ email }) => call(contract.resetAdminPassword, { email, ...WRONG_CODE })],
    ],
  },
  'an account that never confirmed the address with its phone': {
    makeKnown: newProvenNumber,
    makeUnknown: unknownAddress,
    steps: [
      ['sign-up', ({ email }) => call(contract.signup, { ...newPerson(), email, ...SIGNED_UP })],
      ['sign-in', ({ email }) => call(contract.login, { email, ...WRONG })],
      ['own sign-in', ({ email }) => call(contract.login, { email, ...SIGNED_UP })],
    ],
  },
  'an account with the address that another asks for': {
    makeKnown: wants(newConsumer),
    makeUnknown: wants(unknownAddress),
    steps: [
      ['new address', ({ accessToken, ...change }) => call(contract.updateProfile, change, accessToken)],
      ['link once more', ({ accessToken }) => call(contract.resendEmailVerification, {}, accessToken)],
    ],
  },
};

async function makeNames({ makeKnown, makeUnknown }: Subject): Promise<Names> {
  const names: Names = { known: [], unknown: [] };
  while (names.known.length < SAMPLES) {
    const [known, unknown] = await Promise.all([makeKnown(), makeUnknown()]);
    names.known.push(known);
    names.unknown.push(unknown);
  }
  return names;
}

/** Sends requests in pairs, about a known and an unknown account. Chance decides which of a pair goes first. */
async function listen([what, send]: Step, names: Names): Promise<Record<keyof Names, Heard>> {
  const random = createRandom('who is first', what, calls);
  const heard = { known: newHeard(), unknown: newHeard() };
  for (const [index, known] of names.known.entries()) {
    const pair = [['known', known] as const, ['unknown', names.unknown[index] ?? known] as const];
    for (const [kind, name] of random.below(2) === 0 ? pair : pair.toReversed()) {
      const startedAt = performance.now();
      const reply = await send(name);
      heard[kind].ms.push(performance.now() - startedAt);
      heard[kind].answers.add(seen(reply));
    }
  }
  return heard;
}

const newHeard = (): Heard => ({ ms: [], answers: new Set() });

// Values that differ in every answer, because they belong to the request or the caller.
const OWN_WORDS =
  /[0-9a-f]{8}-[0-9a-f-]{27}|"\w+Token":"[\w.-]+"|wanjiku\.\d+@|2547\d{8}|07\d\d \d{3} \d{3}|\d{4}-\d\d-\d\dT[\d:.]+Z/gu;

// Omits 404 and 429: an unknown path and a rate limit reveal nothing about an account.
const CAME_THROUGH = /^\[(?!404|429)/u;

/** Returns everything that a caller can observe in an answer, without values that always differ. */
function seen({ status, headers, text }: Reply): string {
  const { 'request-id': _requestId, date: _date, 'content-length': _length, ...others } = headers;
  return JSON.stringify([status, others, text.replaceAll(OWN_WORDS, '')]);
}

/** Returns the z of each step; positive if requests about existing accounts take longer. */
async function measure(subject: Subject): Promise<number[]> {
  const names = await makeNames(subject);
  const zs: number[] = [];
  for (const step of subject.steps) {
    const { known, unknown } = await listen(step, names);
    expect([...known.answers], step[0]).toEqual([expect.stringMatching(CAME_THROUGH)]);
    expect([...known.answers], step[0]).toEqual([...unknown.answers]);
    zs.push(mannWhitneyZ(known.ms, unknown.ms));
  }
  return zs;
}

function isStrange(z: number): boolean {
  return Math.abs(z) > SUSPICIOUS_Z;
}

describe.concurrent('A6 enumeration of accounts', () => {
  test.each(Object.entries(SUBJECTS))(
    'A6 neither an answer nor its response time reveals whether %s exists',
    { timeout: PATIENCE_MS },
    async (name, subject) => {
      const zs = await measure(subject);
      const again = zs.some(isStrange) ? await measure(subject) : undefined;
      const found = subject.steps.map(([what], index) => {
        const [z = 0, z2 = 0] = [zs[index], again?.[index]];
        const isDifferent = isStrange(z) && isStrange(z2) && Math.sign(z) === Math.sign(z2);
        return {
          isDifferent,
          words: `${what}: z = ${z.toFixed(2)}${again ? `, again ${z2.toFixed(2)}` : ''}`,
        };
      });
      const summary = found.map(({ words }) => words).join('; ');
      if (ZAWADI_TIMING_SAMPLES !== undefined) process.stdout.write(`${name}: ${summary}\n`);
      expect(
        found.filter(({ isDifferent }) => isDifferent),
        summary,
      ).toEqual([]);
    },
  );

  test(
    'A6 detects an answer that takes twice the work, even on a busy machine',
    { timeout: PATIENCE_MS },
    async () => {
      const subject = { makeKnown: unknownAddress, makeUnknown: unknownAddress, steps: [] };
      const ask = ({ email }: Name) => call(contract.generatePasswordOtp, { email });
      const names = await makeNames(subject);
      const twice = new Set(names.known);
      const send = async (name: Name) => {
        if (twice.has(name)) await ask({ email: `first.${name.email}` });
        return ask(name);
      };
      const heard = await listen(['reset code', send], names);
      expect(mannWhitneyZ(heard.known.ms, heard.unknown.ms)).toBeGreaterThan(SUSPICIOUS_Z);
    },
  );
});
