import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { uuid } from './text.ts';
import { memberRoles, memberRole } from './roles.ts';
import { objectedChange, objectToContactChange } from './users-profile.ts';

const ofMerchants = {
  audience: 'merchant',
  roles: memberRoles.everybody,
  tag: 'Merchant account',
} as const;

/** A person signed in for a merchant: its owner or one of its staff. */
export const merchantMember = z.object({
  staffId: uuid,
  /** The merchant code that this person types to sign in. */
  signInCode: z.string(),
  name: z.string(),
  /**
   * The email address for codes and notices. Staff without an address of their own get them at the contact's address.
   */
  email: z.string(),
  staffRole: memberRole,
  mustChangePassword: z.boolean(),
  twoFactorEnabled: z.boolean(),
});
export type MerchantMember = z.infer<typeof merchantMember>;

export const merchantMe = endpoint({
  ...ofMerchants,
  method: 'GET',
  path: '/api/merchants/v1/me',
  isBeforePasswordChange: true,
  summary: 'Get the signed-in person and their role',
  answer: merchantMember,
  refusals: [],
});

/**
 * The link is in the message to the contact's former email address or phone number, and is valid for 72 hours. Pressing
 * it again has no effect.
 */
export const objectToMerchantContactChange = endpoint({
  ...objectToContactChange,
  path: '/api/merchants/v1/contact-email/not-me',
  tag: ofMerchants.tag,
  example: { body: { token: sample.token } },
  summary:
    'Report a change of the contact that the owner did not make: restores the former address, ends the owner’s sessions, and blocks whatever needs the password until it is reset. If administrators made the change, it holds the settlements instead. Gives no access',
  answer: objectedChange.extend({
    /**
     * Whether administrators made the change. It then stays, and no settlement is paid until two administrators have
     * reviewed it.
     */
    areSettlementsHeld: z.boolean(),
  }),
});
