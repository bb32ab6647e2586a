/** Check Status: asks the server, which asks M-PESA while the result is unknown. */
export type StatusCheck = { run: () => void; isBusy: boolean; hasFailed: boolean };
