import { administrator } from './administrators.ts';
import { endpoint } from './endpoint.ts';
import { administratorRoles } from './role-sets.ts';

// Apart from administrators.ts, so that the start of every page of theirs does without the schemas there.

export const administratorDetails = endpoint({
  method: 'GET',
  path: '/api/admin/v1/administrators/me',
  audience: 'admin',
  roles: administratorRoles.everybody,
  isBeforePasswordChange: true,
  isBeforeTwoFactor: true,
  tag: 'Administration',
  summary: 'The signed-in administrator',
  answer: administrator,
  refusals: [],
});
