import { createHash } from 'node:crypto';

const firstNames = 'AISHA BRIAN CAROL DENNIS ESTHER FAITH GEORGE HALIMA ISAAC JOYCE KEVIN LILIAN'.split(' ');
const middleNames = 'ACHIENG CHEBET KAMAU KIPROTICH MUTHONI NAFULA OTIENO WAFULA WAMBUI WANJIRU'.split(' ');
const lastNames = 'BARASA KARIUKI KIMANI MAINA MUTUA NJOROGE ODHIAMBO OMONDI ROTICH WEKESA'.split(' ');

/** Who a number is registered to. M-PESA knows a name for every number; the same number has the same one here. */
export function registeredName(party: string): string {
  const hash = createHash('sha256').update(party).digest();
  return [firstNames, middleNames, lastNames]
    .map((names, index) => names[(hash[index] ?? 0) % names.length])
    .join(' ');
}
