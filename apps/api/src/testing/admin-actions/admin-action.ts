import { randomUUID } from 'node:crypto';
import { addMerchant, adminLogin, type Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { createAdministrator } from '../../features/people/administrators/index.ts';
import type { Administrator } from '../settlement-calls.ts';
import type { TestSystem } from '../test-system.ts';

/** A system with two administrators who may do everything. */
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
  /** The administrator unless told otherwise. */
  by?: Administrator;
};

/** A call of an endpoint that succeeds: makes ready what it needs, and says what to send, each time it is sent. */
export type AdminAction = [Endpoint, (office: Office) => Promise<() => Given>];

/** What one administrator tries, in a few words, and what makes it ready: the action of the call unless given. */
export type Line = {
  what: string;
  endpoint: Endpoint;
  /** The rulings let nobody do it alone. */
  takesTwo?: true;
  prepare?: (office: Office, by: Administrator) => Promise<() => Given>;
};

export const reason = 'A customer called';

/** An administrator whose sign-in no other test needs. */
export async function newAdministratorAccount({ call, deps }: TestSystem): Promise<AdministratorAccount> {
  const name = `Administrator ${randomUUID().replaceAll(/[^a-f]/gu, '')}`;
  const sign = { email: `${randomUUID()}@example.test`, password: DEMO_PASSWORD };
  const administratorId = await createAdministrator(deps, { ...sign, name, staffRole: 'support' });
  const { answer } = await call(adminLogin, { body: sign });
  return { ...sign, name, administratorId: administratorId ?? '', bearer: answer.accessToken };
}

/** A shop that waits for its activation. */
export async function addShop({ system }: Office, by: Administrator) {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson('Njeri', 'Kamau');
  const body = { businessName: 'Duka Jipya', contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
  return (await system.call(addMerchant, { body }, by)).answer;
}
