import { z } from 'zod';
import { basedOn, settingVersion } from './settings-versions.ts';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { language, templateText, timestamp } from './text.ts';

const ofTemplates = { audience: 'admin', tag: 'Settings' } as const;
const templateChannel = z.enum(['sms', 'email']);
export type TemplateChannel = z.infer<typeof templateChannel>;

/** Such as `withdrawal-completed`, or `voucher-redeemed.used-up` for a message with more than one case. */
const templateName = z
  .string()
  .max(60)
  .regex(/^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?$/u);

export const templateAddress = z.object({ channel: templateChannel, template: templateName, language });
export type TemplateAddress = z.infer<typeof templateAddress>;

/**
 * The wording of one message. `{name}` is a placeholder. An SMS has `text` only, on one line; in an email an empty
 * line begins a new paragraph. Figures, codes, buttons and addresses of an email are added automatically.
 */
export const smsWording = z.object({ text: templateText(480, 'line') });
export const emailWording = z.object({
  subject: templateText(150, 'line'),
  heading: templateText(150, 'line'),
  text: templateText(4_000, 'paragraphs'),
  /** Small print at the end; empty for none. */
  note: templateText(500, 'optional'),
});
/** An SMS has no `subject`, `heading` and `note`. */
const wording = z.union([emailWording, smsWording]);
/** Null restores the original wording. */
export const newWording = wording.nullable();
const shownWording = z.union([
  z.object({ subject: z.string(), heading: z.string(), text: z.string(), note: z.string() }),
  z.object({ text: z.string() }),
]);
export type SmsWording = z.infer<typeof smsWording>;
export type EmailWording = z.infer<typeof emailWording>;
export type Wording = z.infer<typeof wording>;

const placeholder = z.object({
  /** Written `{name}`. */
  name: z.string(),
  example: z.string(),
  /**
   * Whether the wording must contain it, because the message makes no sense without it: the code of a voucher, for
   * example.
   */
  isRequired: z.boolean(),
});

export const listTemplates = endpoint({
  ...ofTemplates,
  method: 'GET',
  path: '/api/admin/v1/templates',
  roles: administratorRoles.everybody,
  summary: 'List all messages that we send by SMS and email, and the changes of their wording',
  answer: z.object({
    templates: z.array(
      z.object({
        channel: templateChannel,
        template: templateName,
        /** When it is sent, in a few words. */
        title: z.string(),
        /** The recipients; `everybody` for sign-ins. */
        audience: z.enum(['consumers', 'merchants', 'administrators', 'everybody']),
        /** Languages with the operator's own wording. */
        changed: z.array(z.object({ language, at: timestamp, by: z.string() })),
      }),
    ),
  }),
  refusals: [],
});

/** A message as it would arrive, filled with the examples. */
export const templatePreview = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('sms'),
    text: z.string(),
    /** In symbols of GSM 03.38: one part has up to 160, each of several parts 153. */
    length: z.number().int(),
    parts: z.number().int(),
    /** Characters of the wording that a plain SMS lacks, and that are replaced or left out. */
    replaced: z.array(z.string()),
  }),
  z.object({
    channel: z.literal('email'),
    subject: z.string(),
    text: z.string(),
    /** A whole document, to be shown in a sandboxed frame. */
    html: z.string(),
  }),
]);
export type TemplatePreview = z.infer<typeof templatePreview>;

const templateVersion = settingVersion.extend({
  /** Null restores the original wording. */
  wording: shownWording.nullable(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

const templateState = templateAddress.extend({
  title: z.string(),
  /** Whether a change waits for a second administrator: messages about codes, resets, sign-in, and payees. */
  needsTwo: z.boolean(),
  placeholders: z.array(placeholder),
  wording: shownWording,
  isDefault: z.boolean(),
  defaultWording: shownWording,
  preview: templatePreview,
  /** Newest first, at most a hundred. */
  versions: z.array(templateVersion),
  latestVersionId: basedOn,
});
export type TemplateState = z.infer<typeof templateState>;

export const readTemplate = endpoint({
  ...ofTemplates,
  method: 'GET',
  path: '/api/admin/v1/templates/:channel/:template/:language',
  roles: administratorRoles.everybody,
  summary: 'Get the wording of a message in a language, its placeholders, and its past versions',
  params: templateAddress,
  example: { params: { channel: 'sms', template: 'phone-code', language: 'en' } },
  answer: templateState,
  refusals: ['not_found'],
});

export const previewTemplate = endpoint({
  ...ofTemplates,
  method: 'POST',
  path: '/api/admin/v1/templates/:channel/:template/:language/preview',
  roles: administratorRoles.everybody,
  summary: 'Preview a wording as it would arrive, without saving it',
  params: templateAddress,
  body: z.object({ wording }),
  example: {
    params: { channel: 'sms', template: 'phone-code', language: 'en' },
    body: { wording: { text: 'Your code is {code}.' } },
  },
  answer: templatePreview,
  refusals: ['not_found', 'wording_unsuitable'],
  rate: { perMinute: 120 },
});

export const testTemplate = endpoint({
  ...ofTemplates,
  method: 'POST',
  path: '/api/admin/v1/templates/:channel/:template/:language/test',
  roles: administratorRoles.administrator,
  summary: 'Mail a wording with its examples to the own address; an SMS as text',
  params: templateAddress,
  body: z.object({ wording }),
  example: {
    params: { channel: 'sms', template: 'phone-code', language: 'en' },
    body: { wording: { text: 'Your code is {code}.' } },
  },
  answer: z.object({
    /** The recipient's address. */
    to: z.string(),
  }),
  message: 'On its way',
  refusals: ['not_found', 'wording_unsuitable'],
  rate: { perMinute: 5 },
});

export const changeTemplate = endpoint({
  ...ofTemplates,
  method: 'POST',
  path: '/api/admin/v1/templates/:channel/:template/:language',
  needsStepUp: true,
  roles: administratorRoles.administrator,
  summary:
    'Change the wording, or restore the original with null; for codes, resets and sign-in once a second administrator approves',
  params: templateAddress,
  body: z.object({ wording: newWording, reason: adminReason, basedOn }),
  example: {
    params: { channel: 'sms', template: 'phone-code', language: 'en' },
    body: { wording: { text: 'Your code is {code}.' }, reason: sample.reason, basedOn: sample.id },
  },
  answer: templateState.extend({ action: actionOutcome }),
  message: 'Saved',
  refusals: ['not_found', 'wording_unsuitable', 'setting_changed', 'setting_same', 'approval_open'],
  rate: { perMinute: 30 },
});
