import { z } from 'zod';
import { timestamp, uuid } from './text.ts';

/** Who wrote a version of a setting, when, why, and from when on it holds. */
export const settingVersion = z.object({
  versionId: uuid,
  effectiveFrom: timestamp,
  reason: z.string(),
  changedAt: timestamp,
  /** The name of an administrator; absent for what the configuration began with. */
  changedBy: z.string().optional(),
  /** `upcoming` and `withdrawn` ones were never in force; a `past` one was. */
  state: z.enum(['past', 'current', 'upcoming', 'withdrawn']),
});
export type SettingVersion = z.infer<typeof settingVersion>;

/** What the writer saw as the latest version; another one by now refuses with `setting_changed`. */
export const basedOn = uuid.nullable();

/**
 * A number that administrators may set, with both bounds allowed and said.
 * @param fractionRefusal what is said of a fraction
 */
export function settableNumber(minimum: number, maximum: number, fractionRefusal: string) {
  return z
    .number()
    .int({ error: fractionRefusal })
    .min(minimum, { error: `Please enter at least ${minimum}` })
    .max(maximum, { error: `Please enter at most ${maximum.toLocaleString('en-KE')}` });
}
