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

/** The signed-in person of a merchant: its owner or one of its staff members. */
export const merchantMember = z.object({
  staffId: uuid,
  /** What is typed as merchant code when signing in. */
  signInCode: z.string(),
  name: z.string(),
  /** Where codes and notices go; a member without an own address shares the contact's. */
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
  summary: 'Who is signed in, and in which role',
  answer: merchantMember,
  refusals: [],
});

/** The link is in the message to the contact's former address or number. Pressed again within its 72 hours, it does nothing more. */
export const objectToMerchantContactChange = endpoint({
  ...objectToContactChange,
  path: '/api/merchants/v1/contact-email/not-me',
  tag: ofMerchants.tag,
  example: { body: { token: sample.token } },
  summary:
    'Report a change of the contact that the owner did not ask for: keeps the former address, ends the owner’s sessions, and closes what needs the password until it is reset; of a change by administrators it holds the settlements instead; gives no access',
  answer: objectedChange.extend({
    /** Administrators have made the change: it stays, and nothing is paid out until two of them have looked. */
    areSettlementsHeld: z.boolean(),
  }),
});
