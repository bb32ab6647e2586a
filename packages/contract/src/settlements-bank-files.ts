import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { count, shillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { markOf } from './settlements-admin.ts';
import { bankFileNumber, settlementPageSize } from './settlements.ts';
import { cursor, timestamp, uuid } from './text.ts';

const ofBankFiles = { audience: 'admin', tag: 'Settlements' } as const;

/** Batches of a bank file that one administrator marked alike, and that another administrator must confirm. */
const bankFileMark = z.object({
  /** Changes when a batch joins or leaves the mark, so that a confirmation covers only what the page showed. */
  markId: uuid,
  outcome: z.enum(['paid', 'not_paid']),
  reference: z.string().optional(),
  reason: z.string().optional(),
  markedBy: z.string(),
  batches: count,
  /** False for the administrator who marked the batches. */
  canConfirm: z.boolean(),
});

const bankFile = z.object({
  number: z.string(),
  madeBy: z.string(),
  madeAt: timestamp,
  /** Number and sum of the batches in the file; neither ever changes. */
  batches: count,
  amount: shillings,
  /** How many of the batches the bank paid, did not pay, and how many still have no confirmed outcome. */
  paid: count,
  notPaid: count,
  open: count,
  /** Marks that wait for a second administrator. */
  marks: z.array(bankFileMark),
});
export type BankFile = z.infer<typeof bankFile>;

const ofNumber = z.object({ number: bankFileNumber });
const EXAMPLE = { params: { number: sample.bankFile } } as const;

export const listBankFiles = endpoint({
  ...ofBankFiles,
  method: 'GET',
  path: '/api/admin/v1/settlements/bank-files',
  roles: administratorRoles.everybody,
  summary: 'List bank files, newest first',
  query: z.object({ cursor: cursor.optional(), limit: settlementPageSize }),
  answer: z.object({
    bankFiles: z.array(bankFile),
    nextCursor: cursor.optional(),
    /** Number of approved batches that wait for the next file. */
    waitingBatches: count,
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const makeBankFile = endpoint({
  ...ofBankFiles,
  method: 'POST',
  path: '/api/admin/v1/settlements/bank-files',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Make a numbered bank file of the approved batches that are in no file yet, at most 500',
  answer: bankFile,
  refusals: ['bank_file_empty'],
  rate: { perMinute: 20 },
});

export const readBankFile = endpoint({
  ...ofBankFiles,
  method: 'GET',
  path: '/api/admin/v1/settlements/bank-files/:number',
  roles: administratorRoles.everybody,
  summary: 'Get one bank file with the state of its batches',
  params: ofNumber,
  example: EXAMPLE,
  answer: bankFile,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const downloadBankFile = endpoint({
  ...ofBankFiles,
  method: 'GET',
  path: '/api/admin/v1/settlements/bank-files/:number/file.csv',
  roles: administratorRoles.money,
  summary: 'Download a bank file: {number}.csv, always the same bytes',
  params: ofNumber,
  example: EXAMPLE,
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const markBankFile = endpoint({
  ...ofBankFiles,
  method: 'POST',
  path: '/api/admin/v1/settlements/bank-files/mark',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Mark all open batches of a bank file as paid or not paid; a second administrator must confirm it',
  body: markOf(ofNumber),
  example: { body: { number: sample.bankFile, outcome: 'paid', reference: 'FT2611200001' } },
  answer: bankFile,
  refusals: ['not_found', 'settlement_not_markable', 'decision_open'],
  rate: { perMinute: 20 },
});

export const confirmBankFile = endpoint({
  ...ofBankFiles,
  method: 'POST',
  path: '/api/admin/v1/settlements/bank-files/confirm',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Confirm or reject what another administrator says about batches of a bank file',
  body: ofNumber.extend({ markId: uuid, isConfirmed: z.boolean() }),
  example: { body: { number: sample.bankFile, markId: sample.id, isConfirmed: true } },
  answer: bankFile,
  refusals: ['not_found', 'decision_missing', 'second_person_needed', 'requester_ineligible'],
  rate: { perMinute: 20 },
});
