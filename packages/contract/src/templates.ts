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

/** Name of a message, such as `withdrawal-completed`; `voucher-redeemed.used-up` if the message has several cases. */
const templateName = z
  .string()
  .max(60)
  .regex(/^[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?$/u);

export const templateAddress = z.object({ channel: templateChannel, template: templateName, language });
export type TemplateAddress = z.infer<typeof templateAddress>;

/**
 * The wording of one message. `{name}` is a placeholder. An SMS has only `text`, on one line. In an email an empty line
 * begins a new paragraph. The system adds figures, codes, buttons and addresses of an email itself.
 */
export const smsWording = z.object({ text: templateText(480, 'line') });
export const emailWording = z.object({
  subject: templateText(150, 'line'),
  heading: templateText(150, 'line'),
  text: templateText(4_000, 'paragraphs'),
  /** Small print at the end of the email; empty for none. */
  note: templateText(500, 'optional'),
});
/** The wording of an SMS lacks `subject`, `heading` and `note`. */
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
  /** Name of the placeholder, written `{name}` in the wording. */
  name: z.string(),
  example: z.string(),
  /**
   * Whether the wording must contain the placeholder, such as the code of a voucher: without it the message is useless.
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
        /** When the message is sent, in a few words. */
        title: z.string(),
        /** Recipients of the message; `everybody` for messages about sign-ins. */
        audience: z.enum(['consumers', 'merchants', 'administrators', 'everybody']),
        /** Languages in which the operator has changed the wording. */
        changed: z.array(z.object({ language, at: timestamp, by: z.string() })),
      }),
    ),
  }),
  refusals: [],
});

/** A message as it would arrive, with the example values. */
export const templatePreview = z.discriminatedUnion('channel', [
  z.object({
    channel: z.literal('sms'),
    text: z.string(),
    /** Length in symbols of GSM 03.38. A single SMS has up to 160 symbols; each of several parts has up to 153. */
    length: z.number().int(),
    parts: z.number().int(),
    /** Characters of the wording that GSM 03.38 lacks. The SMS replaces or omits them. */
    replaced: z.array(z.string()),
  }),
  z.object({
    channel: z.literal('email'),
    subject: z.string(),
    text: z.string(),
    /** A whole HTML document, to be shown in a sandboxed frame. */
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
  /**
   * Whether a change must wait for a second administrator: true for messages about codes, resets, sign-ins and payees.
   */
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
  summary:
    'Mail a wording with its examples to the calling administrator; an SMS arrives as text of the email',
  params: templateAddress,
  body: z.object({ wording }),
  example: {
    params: { channel: 'sms', template: 'phone-code', language: 'en' },
    body: { wording: { text: 'Your code is {code}.' } },
  },
  answer: z.object({
    /** The email address that gets the message. */
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
