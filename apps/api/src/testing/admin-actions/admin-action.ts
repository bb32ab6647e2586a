import { randomUUID } from 'node:crypto';
import { addMerchant, adminLogin, type Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { createAdministrator } from '../../features/people/administrators/index.ts';
import type { Administrator } from '../settlement-calls.ts';
import type { TestSystem } from '../test-system.ts';

/** A system with two administrators who have every right. */
export type Office = { system: TestSystem; administrator: Administrator; other: Administrator };

export type AdministratorAccount = Administrator & {
  administratorId: string;
  email: string;
  password: string;
};

export type Given = {
  params?: object;
  query?: object;
  body?: object | string;
  /** The caller; the administrator by default. */
  by?: Administrator;
};

/**
 * A call of an endpoint that succeeds. The function prepares what the call needs; each use of its result returns the
 * input of one call.
 */
export type AdminAction = [Endpoint, (office: Office) => Promise<() => Given>];

/** An attempt of one administrator, in a few words, and its preparation: by default the call's action. */
export type Line = {
  what: string;
  endpoint: Endpoint;
  /** The rulings forbid that one person does it alone. */
  takesTwo?: true;
  prepare?: (office: Office, by: Administrator) => Promise<() => Given>;
};

export const reason = 'A customer called';

/** Creates an administrator whose sign-in no other test uses. */
export async function newAdministratorAccount({ call, deps }: TestSystem): Promise<AdministratorAccount> {
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const sign = { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD };
  const administratorId = await createAdministrator(deps, { ...sign, name, staffRole: 'support' });
  const { answer } = await call(adminLogin, { body: sign });
  return { ...sign, name, administratorId: administratorId ?? '', bearer: answer.accessToken };
}

/** Adds a shop that waits for its activation. */
export async function addShop({ system }: Office, by: Administrator) {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Njeri', 'Kamau');
  const body = { businessName: 'Duka Jipya', contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
  return (await system.call(addMerchant, { body }, by)).answer;
}
