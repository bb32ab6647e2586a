import * as contract from '@zawadi/contract';
import { endpointsIn } from '@zawadi/contract/endpoint';
import { expect, test } from 'vitest';
import { emptyAnswer } from './empty-answer.ts';

test('makes an empty answer for every endpoint', () => {
  const refused = endpointsIn(contract).flatMap((endpoint) => {
    try {
      emptyAnswer(endpoint);
      return [];
    } catch (error) {
      return [`${endpoint.method} ${endpoint.path}: ${String(error)}`];
    }
  });
  expect(refused).toEqual([]);
});
