import { v5 } from 'uuid';
import { searchText } from '#contracts/rules/search-text';
import type { MeasurementParameterEvent } from '#contracts/examinations/measurement-parameters';
import { ForgedEvent, type EventLog } from '#infra/event-store/event-log';

type Content = Extract<MeasurementParameterEvent, { type: 'MeasurementParameterUpdated' }>['data'];

/** What a measurement is checked against: the parameter as it is now, and whether it may be chosen. */
export type OfficeParameter = Content & { status: 'approved' | 'pending' | 'gone' };

const CATALOGUE = '8d3b0f57-0f0e-4c61-9a86-5b9ab9a6f1c2';

/** Where lists and external records find a parameter: its id follows from its LOINC code, or its folded name where it has none. */
export const officeParameterId = (code: string | undefined, name: string): string =>
  v5(code === undefined ? `name:${searchText(name)}` : `loinc:${code}`, CATALOGUE);

const statusAfter = (type: MeasurementParameterEvent['type'], before: OfficeParameter['status']): OfficeParameter['status'] => {
  if (type === 'MeasurementParameterApproved') return 'approved';
  return type === 'MeasurementParameterRejected' || type === 'MeasurementParameterCancelled' || type === 'MeasurementParameterRemoved'
    ? 'gone'
    : before;
};

/** An office parameter at the head of its stream; undefined where there never was one. @throws ForgedEvent */
export const readOfficeParameter = async (log: EventLog, parameter_id: string): Promise<OfficeParameter | undefined> => {
  let parameter: OfficeParameter | undefined;
  for await (const opened of log.read(`measurement_parameter-${parameter_id}`)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    const event = opened.event as MeasurementParameterEvent;
    if (event.type === 'MeasurementParameterAdded') {
      const { state, ...content } = event.data;
      parameter = { ...content, status: state === 1 ? 'pending' : 'approved' };
    } else if (parameter !== undefined && 'name' in event.data) {
      parameter = { ...event.data, status: statusAfter(event.type, parameter.status) };
    } else if (parameter !== undefined) parameter = { ...parameter, status: statusAfter(event.type, parameter.status) };
  }
  return parameter;
};
