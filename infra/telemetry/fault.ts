import { UnknownEvent } from '../event-store/event-log.contracts.ts';

const PLACE = /([\w.-]+\.(?:ts|js)):(\d+)(?::\d+)?\)?$/;

/** What went wrong and where in the code, to be kept and shown: never the error's own text, which may quote data of a person. */
export const faultOf = (error: unknown): string => {
  if (error instanceof UnknownEvent) return error.message; // type and schema only
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  const place = frames.map((frame) => PLACE.exec(frame.trim())).find((match) => match !== null);
  return place ? `${error.constructor.name} at ${place[1]}:${place[2]}` : error.constructor.name;
};
