import { z } from 'zod';
import { tokenPair } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { balanceShillings } from './money.ts';
import { merchantStaff } from './staff-roles.ts';
import { oneTimeCode, presentedPassword, timestamp, uuid } from './text.ts';

/** `DUKA001`, or `DUKA001.juma` for a member of its staff. Read without regard to case. */
export const merchantCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,12}(\.[A-Z0-9_-]{1,30})?$/u, { error: 'Please enter a valid merchant code' });

export const merchantStatus = z.enum(['ACTIVE', 'PENDING', 'SUSPENDED', 'INACTIVE']);

export const brandingConfig = z.object({
  primaryColor: z.string().regex(/^#[0-9a-fA-F]{6}$/u),
  logoUrl: z.string().optional(),
});

export const merchant = z.object({
  merchantId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhoneNumber: z.string(),
  status: merchantStatus,
  brandingConfig,
  createdAt: timestamp,
  lastUpdatedAt: timestamp,
  lastLogin: timestamp.nullable(),
  currentBalance: balanceShillings,
  role: z.object({ name: z.literal('ROLE_MERCHANT') }),
  mustChangePassword: z.boolean(),
  apiKey: z.string(),
});
export type Merchant = z.infer<typeof merchant>;

export const merchantLogin = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/login',
  audience: 'anyone',
  tag: 'Merchants',
  summary: 'Sign in as a merchant',
  body: z.object({
    merchantCode,
    password: presentedPassword,
    rememberMe: z.boolean().default(false),
    otp: oneTimeCode.optional(),
  }),
  answer: tokenPair,
  message: 'Login successful!',
  refusals: ['invalid_credentials', 'merchant_not_active', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 30 },
});

export const merchantDetails = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/merchant-details',
  audience: 'merchant',
  staffRoles: merchantStaff.everybody,
  isBeforePasswordChange: true,
  tag: 'Merchants',
  summary: 'The signed-in merchant; any other code is not found',
  body: z.object({ merchantCode }),
  answer: merchant,
  refusals: ['not_found'],
});

export const updateMerchantSecret = endpoint({
  method: 'PUT',
  path: '/api/merchants/v1/update-secret',
  audience: 'merchant',
  staffRoles: merchantStaff.owner,
  tag: 'Merchants',
  summary: 'Make a new API secret; the old one dies at once and the new one is shown once',
  body: z.object({ apiKey: z.string().max(100) }),
  answer: z.object({ apiSecret: z.string() }),
  message: 'API Secret Regenerated',
  refusals: ['not_found', 'must_change_password', 'too_many_requests'],
  rate: { perMinute: 10 },
});
