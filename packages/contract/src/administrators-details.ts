import { administrator } from './administrators.ts';
import { endpoint } from './endpoint.ts';
import { administratorRoles } from './role-sets.ts';

// Apart from administrators.ts, so that the first load of administrators' pages needs none of its schemas.

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
