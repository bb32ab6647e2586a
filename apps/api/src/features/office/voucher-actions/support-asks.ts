import type { AdministratorRole } from '@zawadi/contract';

/** Support may request these actions; finance or an administrator decides. */
export const SUPPORT_ASKS: readonly AdministratorRole[] = ['support'];
