import { expect, test } from 'vitest';
import {
  describeB2bResult,
  describeB2cResult,
  describeReversalResult,
  describeStkResult,
} from './outcomes.ts';

test('every STK result code of the portal is final and has a reason that a customer understands', () => {
  const reasons: Record<string, string> = {
    '1': 'insufficient_funds',
    '2': 'limit_exceeded',
    '3': 'limit_exceeded',
    '4': 'limit_exceeded',
    '8': 'limit_exceeded',
    '17': 'provider_error',
    '26': 'provider_error',
    '1001': 'provider_error',
    '1019': 'expired',
    '1025': 'provider_error',
    '1032': 'cancelled_by_user',
    '1037': 'unreachable',
    '2001': 'wrong_pin',
    '2028': 'provider_error',
    '8006': 'wrong_pin',
    '9999': 'provider_error',
    SFC_IC0003: 'provider_error',
    E3008: 'provider_error',
  };
  for (const [code, reason] of Object.entries(reasons)) {
    expect(describeStkResult(code), code).toMatchObject({ state: 'failed', isTerminal: true, reason });
  }
  expect(describeStkResult('17')).toMatchObject({ retryAfterMs: 120_000 });
});

test('code 2001 means a wrong PIN of the customer for STK, but our wrong credentials for B2C', () => {
  expect(describeStkResult('2001')).toMatchObject({ reason: 'wrong_pin', isOurFault: false });
  expect(describeB2cResult('2001')).toMatchObject({ reason: 'provider_error', isOurFault: true });
});

test('every B2C failure is caused either by the receiver or by us', () => {
  for (const code of ['2', '3', '4', '8', '2040', 'SFC_IC0003']) {
    expect(describeB2cResult(code), code).toMatchObject({ state: 'failed', isOurFault: false });
  }
  for (const code of ['1', '11', '21', '2001', '2006', '2028', '8006']) {
    expect(describeB2cResult(code), code).toMatchObject({ state: 'failed', isOurFault: true });
  }
});

test('an unknown result code leaves the payment pending in every API', () => {
  const describers = [describeStkResult, describeB2cResult, describeB2bResult, describeReversalResult];
  for (const describe of describers) {
    for (const code of ['4999', '500.001.1001', '', 'constructor', '__proto__', '00']) {
      expect(describe(code)).toMatchObject({ state: 'pending', isTerminal: false });
    }
    expect(describe('0')).toMatchObject({ state: 'succeeded', isTerminal: true });
  }
});

test("a reversal's result distinguishes a payment already reversed from a payment that cannot be reversed", () => {
  expect(describeReversalResult('R000001')).toMatchObject({ meaning: 'Already reversed' });
  expect(describeReversalResult('R000002')).toMatchObject({ isOurFault: true });
});
