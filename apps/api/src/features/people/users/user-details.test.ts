import { expect, test } from 'vitest';
import { isSameName } from './user-details.ts';

test.each([
  ['Amina', 'Wanjiku', 'AMINA WANJIKU'],
  ['Amina', 'Wanjiku', 'AMINA NJERI WANJIKU'],
  ['Renée', "Ng'ang'a", 'RENEE NGANGA'],
  ['Mary Anne', 'Atieno-Otieno', 'OTIENO MARY ANNE ATIENO'],
])('the name %s %s matches M-PESA’s registered name %s', (firstName, lastName, registered) => {
  expect(isSameName({ firstName, lastName }, registered)).toBe(true);
});

test.each([
  ['Amina', 'Wanjiku', 'AMINA KAMAU'],
  ['A', 'Wanjiku', 'AMINA WANJIKU'],
  ['Amina', '-', 'AMINA WANJIKU'],
  ['Amina', 'Wanjiku', ''],
])('the name %s %s does not match M-PESA’s registered name %s', (firstName, lastName, registered) => {
  expect(isSameName({ firstName, lastName }, registered)).toBe(false);
});
