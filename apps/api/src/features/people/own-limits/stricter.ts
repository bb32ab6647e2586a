import type { OwnLimits } from '@zawadi/contract';

export type LimitsUntil = { limits: OwnLimits; until?: string | undefined };

const NEVER = 'never';

/**
 * Returns whether one administrator can make a change alone, because it is stricter: no limit becomes higher than what
 * applies now, no own limit disappears or ends earlier, and none above the general limits lasts longer.
 * `approval_of_stricter_limits()` in the database checks the same for the former own limits.
 * @param applied the limits that apply now
 * @param former the own limits in force
 */
export function isStricter(
  general: OwnLimits,
  applied: OwnLimits,
  former: LimitsUntil | undefined,
  next: LimitsUntil,
): boolean {
  const [formerEnd, nextEnd] = [former?.until ?? NEVER, next.until ?? NEVER];
  const isKept = (name: string) => name in next.limits;
  if (former && (nextEnd < formerEnd || !Object.keys(former.limits).every(isKept))) return false;
  return Object.entries(next.limits).every(([name, value]) => {
    const most = (limits: OwnLimits) => limits[name as keyof OwnLimits] ?? Infinity;
    if (value > most(applied)) return false;
    return value <= most(general) || nextEnd === formerEnd;
  });
}
