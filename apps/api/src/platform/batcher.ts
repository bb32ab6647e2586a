/**
 * Outcome of one member of a batch. `isBusy` means that another transaction holds a lock, and nothing was done. The
 * member then joins the next batch. If it is busy again, it is run alone, where it may wait for the lock.
 */
export type BatchResult<Output> = { value: Output } | { error: unknown } | { isBusy: true };

export type Batcher<Input, Output> = {
  /** Resolves or rejects with the outcome of this input alone. Rejects with `Overloaded` if the queue is full. */
  submit: (input: Input) => Promise<Output>;
  /** Refuses new inputs; resolves when every accepted input has its outcome. */
  drain: () => Promise<void>;
};

export type BatcherOptions<Input, Output> = {
  maxBatch: number;
  /** Maximum number of inputs waiting or running. Further inputs are refused. */
  maxQueue: number;
  /** Maximum number of batches running at once. */
  writers: number;
  /** Maximum number of members run alone at once, in addition to the batches. */
  fallbackWorkers: number;
  /** Maximum wait of an input. After it, the input is refused instead of run. */
  maxWaitMs: number;
  /** Runs a batch; returns one result per input, in order. If it throws, each input is run alone. */
  run: (inputs: Input[]) => Promise<BatchResult<Output>[]>;
  /** Runs one input alone. The failed batch may have committed, so this must find the effect of an earlier run. */
  runOne: (input: Input) => Promise<Output>;
  /** Called for the log when a batch has failed and its members are about to run alone. */
  onBatchError: (error: unknown) => void;
  /** Called for the metrics once per batch, with its size and the wait of its first member. */
  onBatch?: (size: number, firstWaitMs: number) => void;
};

const SIZES = { maxBatch: 64, maxQueue: 4_000, writers: 2, fallbackWorkers: 4, maxWaitMs: 5_000 };

/**
 * Turns a function of many inputs into a function of one. Callers that arrive while two batches are running share the
 * next batch.
 * @param all answers every input, in order, or fails. If it fails for several inputs, it is run again for each input
 *   alone, so a repeated run must be safe
 * @throws Overloaded when too many inputs wait; also whatever `all` throws
 */
export function batched<Input, Output>(
  all: (inputs: Input[]) => Promise<Output[]>,
  options: Pick<BatcherOptions<Input, Output>, 'onBatchError'> & Partial<BatcherOptions<Input, Output>>,
): (input: Input) => Promise<Output> {
  return createBatcher<Input, Output>({
    ...SIZES,
    run: async (inputs) => (await all(inputs)).map((value) => ({ value })),
    runOne: async (input) => {
      const [value, ...others] = await all([input]);
      if (others.length > 0) throw new Error(`expected 1 result, got ${others.length + 1}`);
      // `undefined` is a valid result here.
      return value as Output;
    },
    ...options,
  }).submit;
}

/** Thrown when a queue is full or too slow. The caller may retry the same request later. */
export class Overloaded extends Error {
  readonly retryAfterSeconds = 1;

  constructor(message: string) {
    super(message);
    this.name = 'Overloaded';
  }
}

type Member<Input, Output> = {
  input: Input;
  since: number;
  wasBusy: boolean;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
};

/**
 * Creates a batcher, so that many callers share one transaction. Uses no timer: a batch starts as soon as a writer is
 * free, and the next one collects inputs until then.
 */
export function createBatcher<Input, Output>(options: BatcherOptions<Input, Output>): Batcher<Input, Output> {
  const { writers, maxBatch, fallbackWorkers } = options;
  const together = createQueue({ runners: writers, atOnce: maxBatch }, runTogether);
  const alone = createQueue({ runners: fallbackWorkers, atOnce: 1 }, runAlone);
  let pending = 0;
  let whenEmpty: (() => void) | undefined;
  let isDraining = false;

  async function runTogether(taken: Member<Input, Output>[]): Promise<void> {
    const members = taken.filter(isInTime);
    const [first] = members;
    if (!first) return;
    options.onBatch?.(members.length, performance.now() - first.since);
    const results = await runSafely(members.map((member) => member.input));
    // Answers the callers only after the next batch was sent to the database.
    setImmediate(() => resolveMembers(members, results));
  }

  function resolveMembers(
    members: Member<Input, Output>[],
    results: BatchResult<Output>[] | undefined,
  ): void {
    for (const [n, member] of members.entries()) {
      const result = results?.length === members.length ? results[n] : undefined;
      // A busy member gave up its turn for this batch. Restart its clock before it waits to run alone.
      if (result === undefined) alone.add({ ...member, since: performance.now() });
      else if ('isBusy' in result) postpone(member);
      else if ('error' in result) member.reject(result.error);
      else member.resolve(result.value);
    }
  }

  function postpone(member: Member<Input, Output>): void {
    (member.wasBusy ? alone : together).add(member);
    member.wasBusy = true;
  }

  async function runSafely(inputs: Input[]): Promise<BatchResult<Output>[] | undefined> {
    try {
      return await options.run(inputs);
    } catch (error) {
      // The batch may have committed in part, and the failing member is unknown. So each member is run alone.
      options.onBatchError(error);
      return undefined;
    }
  }

  async function runAlone([member]: Member<Input, Output>[]): Promise<void> {
    if (!member || !isInTime(member)) return;
    try {
      member.resolve(await options.runOne(member.input));
    } catch (error) {
      member.reject(error);
    }
  }

  function isInTime(member: Member<Input, Output>): boolean {
    if (performance.now() - member.since <= options.maxWaitMs) return true;
    member.reject(new Overloaded('Waited too long for a turn.'));
    return false;
  }

  async function submit(input: Input): Promise<Output> {
    if (isDraining) throw new Overloaded('Shutting down.');
    if (pending >= options.maxQueue) throw new Overloaded('Too many requests are waiting.');
    pending += 1;
    try {
      return await new Promise<Output>((resolve, reject) => {
        together.add({ input, since: performance.now(), wasBusy: false, resolve, reject });
      });
    } finally {
      pending -= 1;
      if (pending === 0) whenEmpty?.();
    }
  }

  async function drain(): Promise<void> {
    isDraining = true;
    if (pending > 0) await new Promise<void>((empty) => (whenEmpty = empty));
  }

  return { submit, drain };
}

/** A queue with several runners. Each free runner takes up to `atOnce` entries from its head. */
function createQueue<Entry>(
  { runners, atOnce }: { runners: number; atOnce: number },
  work: (entries: Entry[]) => Promise<void>,
) {
  const waiting: Entry[] = [];
  let running = 0;
  let isWoken = false;

  async function run(): Promise<void> {
    running += 1;
    while (waiting.length > 0) await work(waiting.splice(0, atOnce));
    running -= 1;
  }

  function wake(): void {
    isWoken = false;
    const batches = Math.ceil(waiting.length / atOnce);
    for (let started = 0; started < batches && running < runners; started += 1) void run();
  }

  function add(entry: Entry): void {
    waiting.push(entry);
    if (isWoken || running >= runners) return;
    isWoken = true;
    // Wait until the event loop has read its sockets, so that requests that arrived together share a batch.
    setImmediate(wake);
  }

  return { add };
}
