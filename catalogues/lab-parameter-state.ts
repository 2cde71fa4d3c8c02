import type { LabParameterEvent } from '#contracts/lab/lab-parameters';
import { ForgedEvent, type EventLog } from '#infra/event-store/event-log';

/** What a template may hold: a lab parameter as it is now, and whether it may be chosen. */
interface LabParameterState {
  name: string;
  status: 'approved' | 'pending' | 'gone';
}

const STATUS = { Approved: 'approved', PendingApproval: 'pending', AutomaticallyRequested: 'pending', Rejected: 'gone' } as const;

const after = (parameter: LabParameterState | undefined, event: LabParameterEvent): LabParameterState => {
  const name = parameter?.name ?? '';
  switch (event.type) {
    case 'LabParameterAdded':
      return { name: event.data.aliases[0] ?? name, status: STATUS[event.data.status] };
    case 'LabParameterConfigured':
      return { name: event.data.aliases[0] ?? name, status: parameter?.status ?? 'gone' };
    case 'LabParameterApproved':
      return { name: event.data.aliases[0] ?? name, status: 'approved' };
    case 'LabParameterRequested':
    case 'LabParameterRequestSent':
      return { name: event.data.alias ?? name, status: 'pending' };
    case 'LabParameterRejected':
    case 'LabParameterRemoved':
      return { name, status: 'gone' };
  }
};

/** A lab parameter at the head of its stream; undefined where there never was one. @throws ForgedEvent */
export const readLabParameter = async (log: EventLog, parameter_id: string): Promise<LabParameterState | undefined> => {
  let parameter: LabParameterState | undefined;
  for await (const opened of log.read(`lab_parameter-${parameter_id}`)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'erased') continue;
    parameter = after(parameter, opened.event as LabParameterEvent);
  }
  return parameter;
};
