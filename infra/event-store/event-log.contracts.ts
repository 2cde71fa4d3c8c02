import type { EventContract } from '#contracts/wire/event';

/**
 * The log holds an event that this release has no contract for: of an unknown type, or of a schema newer than ours. That is no forgery
 * but a newer writer: who follows the log stops before it until a release that knows it runs, a command on such a stream stops.
 */
export class UnknownEvent extends Error {
  constructor(
    readonly type: string,
    readonly schema: number,
  ) {
    super(`no contract for events of type ${type}, schema ${schema}`);
  }
}

/** Data that its contract does not allow was about to be stored: a fault of ours, nothing was written. Names paths, never values. */
export class ContractViolation extends Error {}

/** @throws UnknownEvent */
export const contractOf = (contracts: ReadonlyMap<string, EventContract>, type: string, schema?: number): EventContract => {
  const contract = contracts.get(type);
  if (!contract || (schema !== undefined && schema > contract.schema)) throw new UnknownEvent(type, schema ?? 0);
  return contract;
};

/** The data as its contract allows it, fields that it does not know left out. @throws ContractViolation */
export const checkedData = (contract: EventContract, data: object): Record<string, unknown> => {
  const result = contract.data.safeParse(data);
  if (result.success) return result.data;
  const where = result.error.issues.map(({ path, code }) => `${path.join('.') || 'data'} (${code})`).join(', ');
  throw new ContractViolation(`${contract.type} breaks its contract at ${where}`);
};

/** Lifts data of an older schema to the present one, step by step. */
export const upcast = (contract: EventContract, schema: number, data: Record<string, unknown>): Record<string, unknown> => {
  let lifted = data;
  for (let from = schema; from < contract.schema; from++) {
    const step = contract.upcasters[from];
    if (!step) throw new Error(`${contract.type} has no upcaster from schema ${from}`);
    lifted = step(lifted);
  }
  return lifted;
};
