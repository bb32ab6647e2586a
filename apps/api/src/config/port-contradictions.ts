export const HIGHEST_PORT = 65_535;

type Ports = {
  PROVIDER: string;
  PORT: number;
  SANDBOX_PORT: number;
  METRICS_PORT?: number | undefined;
};

/**
 * Finds ports that are missing or used twice.
 * @returns one sentence per port
 */
export function portContradictions(env: Ports): string[] {
  return [...(env.PROVIDER === 'sandbox' ? sandboxContradictions(env) : []), ...metricsContradictions(env)];
}

function sandboxContradictions({ PORT: port, SANDBOX_PORT: sandboxPort }: Ports): string[] {
  if (port === sandboxPort) return ['PORT and SANDBOX_PORT must differ.'];
  if (port === sandboxPort + 1) {
    return [`PORT cannot be ${port}: the sandbox's mail server takes the port after SANDBOX_PORT.`];
  }
  return sandboxPort < HIGHEST_PORT
    ? []
    : [`SANDBOX_PORT cannot be ${sandboxPort}: the sandbox's mail server takes the port after it.`];
}

function metricsContradictions({ PROVIDER, PORT, SANDBOX_PORT, METRICS_PORT }: Ports): string[] {
  if (METRICS_PORT === undefined) return [];
  if (METRICS_PORT === HIGHEST_PORT) {
    return [`METRICS_PORT cannot be ${METRICS_PORT}: the worker takes the port after it.`];
  }
  const taken = new Map([[PORT, 'PORT']]);
  if (PROVIDER === 'sandbox') {
    taken.set(SANDBOX_PORT, 'SANDBOX_PORT').set(SANDBOX_PORT + 1, "the sandbox's mail server");
  }
  return [
    { metrics: METRICS_PORT, of: 'the API' },
    { metrics: METRICS_PORT + 1, of: 'the worker' },
  ].flatMap(({ metrics, of }) => {
    const other = taken.get(metrics);
    const is = `METRICS_PORT cannot be ${METRICS_PORT}`;
    return other === undefined ? [] : [`${is}: the metrics of ${of} would have the port of ${other}.`];
  });
}
