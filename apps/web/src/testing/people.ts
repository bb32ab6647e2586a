import type { CallAnswer, Endpoint } from '@zawadi/contract/endpoint';
import { administratorDetails } from '@zawadi/contract/administrators-details';
import { sample } from '@zawadi/contract/example-values';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import type { MemberRole, AdministratorRole } from '@zawadi/contract/roles';
import { userDetails } from '@zawadi/contract/users-details';
import { emptyAnswer } from './empty-answer.ts';

/** A visitor of a page: the claims of the access token, and the server's answer about its owner. */
export type Visitor = {
  claims: { sub: string; role: 'ROLE_USER' | 'ROLE_MERCHANT' | 'ROLE_ADMIN'; staffRole?: string };
  details: { endpoint: Endpoint; answer: unknown };
};

/**
 * Makes Amina Hassan, with verified email and phone.
 * @param details fields that differ
 */
export function consumer(details: Partial<CallAnswer<typeof userDetails>> = {}): Visitor {
  return {
    claims: { sub: sample.id, role: 'ROLE_USER' },
    details: {
      endpoint: userDetails,
      answer: {
        ...emptyAnswer(userDetails),
        firstName: 'Amina',
        lastName: 'Hassan',
        email: 'amina.hassan@example.test',
        phoneNumber: '254711000111',
        emailVerified: true,
        phoneVerified: true,
        notifications: true,
        emailAlerts: true,
        ...details,
      } satisfies CallAnswer<typeof userDetails>,
    },
  };
}

/** Makes a staff member of Mama Njeri's shop, which is active. */
export function shopPerson(
  staffRole: MemberRole = 'owner',
  details: Partial<CallAnswer<typeof merchantDetails>> = {},
): Visitor {
  return {
    claims: { sub: 'DUKA001', role: 'ROLE_MERCHANT', staffRole },
    details: {
      endpoint: merchantDetails,
      answer: {
        ...emptyAnswer(merchantDetails),
        merchantCode: 'DUKA001',
        businessName: 'Mama Njeri Groceries',
        status: 'ACTIVE',
        memberName: 'Njeri Kamau',
        ...details,
      } satisfies CallAnswer<typeof merchantDetails>,
    },
  };
}

/** Makes an administrator with a second factor. */
export function administrator(
  staffRole: AdministratorRole = 'administrator',
  details: Partial<CallAnswer<typeof administratorDetails>> = {},
): Visitor {
  return {
    claims: { sub: sample.id, role: 'ROLE_ADMIN', staffRole },
    details: {
      endpoint: administratorDetails,
      answer: {
        ...emptyAnswer(administratorDetails),
        name: 'Wanjiku Otieno',
        staffRole,
        twoFactorEnabled: true,
        ...details,
      } satisfies CallAnswer<typeof administratorDetails>,
    },
  };
}
