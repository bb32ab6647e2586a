import {
  addressOf,
  addMember,
  adminLogin,
  approveRequest,
  changePassword,
  merchantLogin,
  type Endpoint,
  type AdministratorRole,
} from '@zawadi/contract';
import { activateMerchant, createMerchant } from '../features/people/merchants/index.ts';
import { createAdministrator } from '../features/people/administrators/index.ts';
import { newPerson, type PeopleApp, type Reply } from './people-app.ts';
import { lastMessage, tokensOf } from './people.ts';

export const OWNERS_PASSWORD = 'Duka-la-mama-1';
const MEMBER_PASSWORD = 'At-the-till-1';

export type Owner = {
  merchantId: string;
  merchantCode: string;
  apiKey: string;
  apiSecret: string;
  contactEmail: string;
  contactPhoneNumber: string;
  token: string;
};

/** Creates an active merchant with its signed-in owner. */
export async function newOwner(people: PeopleApp): Promise<Owner> {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  const contact = { contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
  const merchant = await createMerchant(people.deps, {
    businessName: 'Mama Njeri Café',
    ...contact,
    password: OWNERS_PASSWORD,
  });
  await activateMerchant(people.deps, merchant.merchantId);
  const { merchantCode } = merchant;
  const token = await signInMember(people, merchantCode, OWNERS_PASSWORD);
  return { ...merchant, contactEmail, contactPhoneNumber, token };
}

export async function signInMember(
  people: PeopleApp,
  merchantCode: string,
  password: string,
): Promise<string> {
  return tokensOf(await people.call(merchantLogin, { merchantCode, password })).accessToken;
}

export type Member = {
  staffId: string;
  signInCode: string;
  email: string;
  password: string;
  token: string;
};

/** Creates a staff member of a merchant, signed in with their own password. */
export async function newMember(
  people: PeopleApp,
  owner: Owner,
  staffRole: 'manager' | 'cashier',
): Promise<Member> {
  const { email } = newPerson();
  const handle = `MEMBER-${email.replace(/\D/gu, '')}`;
  const added = await people.call(
    addMember,
    { name: 'Juma Otieno', handle, email, staffRole },
    { token: owner.token },
  );
  const { staffId, signInCode } = added.json.body as { staffId: string; signInCode: string };
  const { password: temporary = '' } = await lastMessage(people, email, 'member-welcome');
  const change = { currentPassword: temporary, newPassword: MEMBER_PASSWORD };
  const first = await signInMember(people, signInCode, temporary);
  const changed = await people.call(changePassword, change, { token: first });
  const { accessToken: token } = tokensOf(changed);
  return { staffId, signInCode, email, password: MEMBER_PASSWORD, token };
}

export type Administrator = { administratorId: string; email: string; password: string; token: string };

/** Creates a signed-in administrator. */
export async function newAdministrator(
  people: PeopleApp,
  staffRole: AdministratorRole = 'administrator',
): Promise<Administrator> {
  const { email, password } = newPerson();
  const administratorId = await createAdministrator(people.deps, {
    email,
    password,
    name: 'Achieng Odhiambo',
    staffRole,
  });
  const { accessToken: token } = tokensOf(await people.call(adminLogin, { email, password }));
  return { administratorId: administratorId ?? '', email, password, token };
}

/** Approves the open request in this reply, as another administrator. */
export async function approveFor(people: PeopleApp, reply: Reply): Promise<void> {
  const { approvalId } = (reply.json.body?.['action'] ?? {}) as { approvalId?: string };
  const { token } = await newAdministrator(people);
  const approved = await people.call(approveRequest, { approvalId }, { token });
  if (approved.status !== 200) throw new Error(`not approved: ${JSON.stringify(approved.json)}`);
}

/** Sends a request to an endpoint whose path has parameters. */
export async function callAt(
  people: PeopleApp,
  endpoint: Endpoint,
  place: { params?: object; query?: object },
  { body, token }: { body?: unknown; token: string },
): Promise<Reply> {
  return people.call({ ...endpoint, path: addressOf(endpoint, place) }, body, { token });
}

/** Returns the activities recorded about a merchant, oldest first. */
export async function activitiesOf(
  people: PeopleApp,
  merchantId: string,
): Promise<{ kind: string; actorKind: string; actorId: string; details: Record<string, unknown> }[]> {
  const { rows } = await people.owner.query(
    `select kind, actor_kind as "actorKind", actor_id as "actorId", details
     from merchant_activities where merchant_id = $1 order by id`,
    [merchantId],
  );
  return rows;
}
