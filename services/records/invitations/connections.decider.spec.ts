import { randomUUID } from 'node:crypto';
import fc from '#tests/support/fast-check';
import type { ConnectionCommand, ConnectionEvent } from '#contracts/people/connections';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { connections } from './connections.decider.ts';

const given = specify(connections);
const [user_id, clinic, other, first, second, record] = Array.from({ length: 6 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
  string,
];
const third = randomUUID();
const grant = { user_id, organization_id: clinic, invitation_id: first, patient_id: record as string | null, shown: null as string | null };
const connected = (changes: Partial<typeof grant> = {}): ConnectionEvent => ({ type: 'ClinicConnected', data: { ...grant, ...changes } });
const connect = (changes: object = {}): ConnectionCommand => ({
  type: 'ConnectClinic',
  command_id: randomUUID(),
  data: { ...grant, ...changes },
});
const disconnect = (invitation_id = first, all = true): ConnectionCommand => ({
  type: 'DisconnectClinic',
  command_id: randomUUID(),
  data: { user_id, organization_id: clinic, invitation_id, all },
});
const disconnected: ConnectionEvent = { type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: first } };

describe('connections of a person', () => {
  it('connects with a clinic', () => given().when(connect()).then(connected()));
  it('connects once for each invitation', () => given(connected()).when(connect()).thenNothing());
  it('does not connect again by an invitation that was taken back', () => given(connected(), disconnected).when(connect()).thenNothing());
  it('connects again by another invitation', () =>
    given(connected(), disconnected)
      .when(connect({ invitation_id: second }))
      .then(connected({ invitation_id: second })));
  it('connects with one record of a clinic', () =>
    given(connected())
      .when(connect({ invitation_id: second, patient_id: randomUUID() }))
      .thenRefuses('connected-otherwise'));
  it('connects with records of several clinics', () =>
    given(connected())
      .when(connect({ invitation_id: second, organization_id: other, patient_id: other }))
      .then(connected({ invitation_id: second, organization_id: other, patient_id: other })));
  it('takes away what one invitation gave', () => given(connected()).when(disconnect()).then(disconnected));
  it('takes away what another invitation of the same clinic gave, and lets this one give nothing afterwards', () =>
    given(connected())
      .when(disconnect(second))
      .then(disconnected, { type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: second } }));
  it('takes away what a clinic shared, however often, and leaves what the person gave', () =>
    given(
      connected(),
      connected({ invitation_id: second, patient_id: null, shown: other }),
      connected({ invitation_id: third, patient_id: null, shown: other }),
    )
      .when(disconnect(second, false))
      .then(
        { type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: second } },
        { type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: third } },
      ));
  it('takes away nothing but itself where it gave nothing yet', () =>
    given(connected())
      .when(disconnect(second, false))
      .then({ type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: second } }));
  it('lets an invitation that was taken back before it connected give nothing', () =>
    given({ type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: second } })
      .when(connect({ invitation_id: second }))
      .thenNothing());
  it('takes away what one invitation gave alone, where it is not to end all', () =>
    given(connected(), connected({ invitation_id: second, patient_id: null as never }))
      .when(disconnect(second, false))
      .then({ type: 'ClinicDisconnected', data: { user_id, organization_id: clinic, invitation_id: second } }));
  it('ends with an unverified event, whatever that is, and connects nothing until somebody has decided', () => {
    const unverified = { type: 'AccessUnverified', data: { id: user_id, type: 'ClinicConnected' } } as never;
    const decided = { type: 'AccessDecided', data: { user_id, reason: 'A disk failed' } } as never;
    given(connected(), unverified)
      .when(connect({ invitation_id: second }))
      .thenRefuses('access-unverified');
    given(connected(), unverified, decided)
      .when(connect({ invitation_id: second, patient_id: other }))
      .then(connected({ invitation_id: second, patient_id: other }));
    given(connected(), unverified, decided).when(disconnect()).thenNothing();
  });
  it('leaves other clinics connected', () =>
    given(connected(), connected({ invitation_id: second, organization_id: other, patient_id: other }))
      .when(disconnect())
      .then(disconnected));
  itIsHarmlessTwice(
    connections,
    fc.oneof(
      fc
        .record({
          organization_id: fc.constantFrom(clinic, other),
          invitation_id: fc.constantFrom(first, second),
          patient_id: fc.constantFrom(null, record, other),
        })
        .map(connect),
      fc.tuple(fc.constantFrom(first, second), fc.boolean()).map(([id, all]) => disconnect(id, all)),
    ),
  );
});
