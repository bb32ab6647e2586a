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
  /** The administrator who makes the request; `office.administrator` by default. */
  by?: Administrator;
};

/**
 * An endpoint with a function that prepares requests which succeed. Each call of the prepared function returns the
 * input of one request.
 */
export type AdminAction = [Endpoint, (office: Office) => Promise<() => Given>];

/**
 * One attempt of an administrator, in a few words, with its preparation. By default the endpoint's action prepares
 * it.
 */
export type Line = {
  what: string;
  endpoint: Endpoint;
  /** True if the rulings require two administrators. */
  takesTwo?: true;
  prepare?: (office: Office, by: Administrator) => Promise<() => Given>;
};

export const reason = 'A customer called';

/** Creates an administrator with whom no other test signs in. */
export async function newAdministratorAccount({ call, deps }: TestSystem): Promise<AdministratorAccount> {
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const sign = { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD };
  const administratorId = await createAdministrator(deps, { ...sign, name, staffRole: 'support' });
  const { answer } = await call(adminLogin, { body: sign });
  return { ...sign, name, administratorId: administratorId ?? '', bearer: answer.accessToken };
}

/** Adds a shop that is not activated yet. */
export async function addShop({ system }: Office, by: Administrator) {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Njeri', 'Kamau');
  const body = { businessName: 'Duka Jipya', contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
  return (await system.call(addMerchant, { body }, by)).answer;
}
