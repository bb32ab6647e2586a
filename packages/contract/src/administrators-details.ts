import { administrator } from './administrators.ts';
import { endpoint } from './endpoint.ts';
import { administratorRoles } from './role-sets.ts';

// In a file of its own, so that the first load of administrators' pages does not load the schemas of administrators.ts.

export const administratorDetails = endpoint({
  method: 'GET',
  path: '/api/admin/v1/administrators/me',
  audience: 'admin',
  roles: administratorRoles.everybody,
  isBeforePasswordChange: true,
  isBeforeTwoFactor: true,
  tag: 'Administration',
  summary: 'Get the signed-in administrator',
  answer: administrator,
  refusals: [],
});
