import { hash, randomUUID } from 'node:crypto';
import type { Endpoint } from '@zawadi/contract';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters } from 'jose';
import type { PeopleApp, Reply } from './people-app.ts';
import { pathOf } from './raw-calls.ts';

export type About = { token?: string | undefined; nonce?: string; address?: string };

/** Creates a device with its own key. Its requests carry a proof (DPoP, RFC 9449). */
export async function newDevice(people: Pick<PeopleApp, 'call'>) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  let known: string | undefined;

  /** Builds the proof for one request. A claim set to `undefined` is omitted. */
  async function prove(
    endpoint: Pick<Endpoint, 'method' | 'path' | 'example'>,
    token?: string,
    changes: { claims?: Record<string, unknown>; header?: Record<string, unknown> } = {},
  ): Promise<string> {
    const claims = {
      jti: randomUUID(),
      htm: endpoint.method,
      htu: `https://zawadi.test${pathOf(endpoint)}`,
      iat: Math.floor(Date.now() / 1000),
      nonce: known,
      ...(token !== undefined && { ath: hash('sha256', token, 'base64url') }),
      ...changes.claims,
    };
    const header: JWTHeaderParameters = { typ: 'dpop+jwt', alg: 'ES256', jwk, ...changes.header };
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  }

  async function callOnce(endpoint: Endpoint, body?: unknown, about: About = {}): Promise<Reply> {
    const dpop = await prove(endpoint, about.token);
    const reply = await people.call(endpoint, body, { ...about, headers: { dpop } });
    const given = reply.headers['dpop-nonce'];
    if (typeof given === 'string') known = given;
    return reply;
  }

  return {
    prove,
    callOnce,
    /** Sends a request as our web app does: retries once if the nonce is missing or too old. */
    call: async (endpoint: Endpoint, body?: unknown, about: About = {}): Promise<Reply> => {
      const reply = await callOnce(endpoint, body, about);
      return reply.json.code === 'use_dpop_nonce' ? callOnce(endpoint, body, about) : reply;
    },
    jwk,
    privateJwk: () => exportJWK(privateKey),
    thumbprint: await calculateJwkThumbprint(jwk),
  };
}

export type Device = Awaited<ReturnType<typeof newDevice>>;
