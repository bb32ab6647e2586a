import { z } from 'zod';
import { timestamp, uuid } from './text.ts';

/** Author, time, reason and effective date of a version of a setting. */
export const settingVersion = z.object({
  versionId: uuid,
  effectiveFrom: timestamp,
  reason: z.string(),
  changedAt: timestamp,
  /** The name of an administrator; absent for the values of the configuration. */
  changedBy: z.string().optional(),
  /** `upcoming` and `withdrawn` ones were never in force; a `past` one was. */
  state: z.enum(['past', 'current', 'upcoming', 'withdrawn']),
});
export type SettingVersion = z.infer<typeof settingVersion>;

/** The latest version that the author saw; if another exists now, the call is refused with `setting_changed`. */
export const basedOn = uuid.nullable();

/**
 * Makes the schema of a number that administrators set, with inclusive bounds that the errors name.
 * @param fractionRefusal the error for a fraction
 */
export function settableNumber(minimum: number, maximum: number, fractionRefusal: string) {
  return z
    .number()
    .int({ error: fractionRefusal })
    .min(minimum, { error: `Please enter at least ${minimum}` })
    .max(maximum, { error: `Please enter at most ${maximum.toLocaleString('en-KE')}` });
}
