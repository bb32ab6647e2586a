import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { sandboxCertificatePem } from '../../apps/sandbox/src/certificate/certificate.ts';

const darajaHost = 'sandbox.safaricom.co.ke';

/**
 * Redirects every HTTPS request for Daraja's host to the sandbox. The host is hard-coded in the clients, and all their
 * HTTP libraries use `https.request`.
 *
 * Requests to any other host throw an Error, because nothing may leave the machine.
 */
export function pointAtSandbox(sandboxUrl: string): void {
  const { hostname, port } = new URL(sandboxUrl);
  const request = (...given: unknown[]) => {
    const [first, ...rest] = given;
    const isAddress = typeof first === 'string' || first instanceof URL;
    const address = isAddress ? addressOf(new URL(first)) : {};
    const options = {
      ...address,
      ...((isAddress ? objectOf(rest[0]) : first) as https.RequestOptions),
    };
    const host = options.hostname ?? options.host;
    if (host !== darajaHost) throw new Error(`${host} is not Daraja`);
    const onResponse = rest.find((argument) => typeof argument === 'function');
    return http.request(
      { ...options, protocol: 'http:', host: hostname, hostname, port, agent: undefined },
      onResponse as (response: http.IncomingMessage) => void,
    );
  };
  https.request = request;
}

function addressOf({ hostname, pathname, search }: URL): https.RequestOptions {
  return { hostname, path: `${pathname}${search}` };
}

function objectOf(argument: unknown): object {
  return typeof argument === 'object' && argument !== null ? argument : {};
}

/** Makes clients read the sandbox's certificate in place of every certificate that they bundle. */
export function replaceCertificateFiles(): void {
  const read = fs.readFileSync;
  const readReplaced = (path: fs.PathOrFileDescriptor, ...rest: unknown[]): unknown => {
    if (typeof path === 'string' && path.endsWith('.cer')) return sandboxCertificatePem;
    return Reflect.apply(read, fs, [path, ...rest]);
  };
  // The cast is needed because the overloads of `readFileSync` cannot be written as one function.
  fs.readFileSync = readReplaced as typeof fs.readFileSync;
}
