import fc from './fast-check.ts';
import type { AcceptedDoubt } from '#contracts/items/accepted-doubts';
import type { CommandShape, Decider, EventShape } from '#infra/event-store/decider';
import { type EventsOfKind, ITEM_ID, itemEvents, PATIENT_ID } from './item-events.ts';
import { itIsHarmlessTwice, specify, stateAfter } from './specify.ts';

export const COMMAND_ID = '33333333-3333-4333-8333-333333333333';
const ANOTHER_PATIENT = '44444444-4444-4444-8444-444444444444';
const QUESTION = { code: 'order-of-versions', text: 'The source said something else before. Is this right?' };
const versions = fc.constantFrom('1', '2');

/** What an external record says of an item. */
interface FromExternal {
  /** The content in a version of the record, with this change, as command and event have it. */
  taken: (version: string, change?: object) => object;
  /** What a withdrawal names in its command, and in the event that the item was removed. */
  withdrawal: (version: string) => { sent: object; stored: object };
}

/** One kind of item, for the tests that hold for every kind. */
export interface TestedKind<S, C extends CommandShape, E extends EventShape> extends EventsOfKind, FromExternal {
  decider: Decider<S, C, E>;
  /** What the codes of its refusals begin with: `<code>-removed`. */
  code: string;
  /** What makes the content another one. */
  other: object;
  /** A question about the content that was answered with 'as it stands', stored as it was shown. */
  accepted: AcceptedDoubt;
  /** Changes of the content for generated commands. */
  changes: fc.Arbitrary<object>;
  /** The field of the content with the values, where it is a list of them. */
  list?: string;
  /** Generated commands that only this kind has. */
  ownCommands?: fc.Arbitrary<C>[];
}

/** Of kinds whose items are each taken from one external record. */
export const ofOneRecord = (reference: string): FromExternal => {
  const source = (version: string) => ({
    source: { system: 'A clinic', reference, version, last_updated: `2025-05-0${version}T00:00:00.000Z` },
  });
  return {
    taken: (version, change = {}) => ({ ...source(version), ...change }),
    withdrawal: (version) => ({ sent: source(version), stored: source(version) }),
  };
};

/** Commands and events of the item `ITEM_ID`; `change` replaces any field of their data. Versions are those of the external record. */
export const itemMessages = <S, C extends CommandShape, E extends EventShape>(kind: TestedKind<S, C, E>) => {
  const { id, event, content, taken, withdrawal } = kind;
  const command = (type: string, data: object): C =>
    ({ type, command_id: COMMAND_ID, data: { [id]: ITEM_ID, ...data } }) as CommandShape as C;
  const events = itemEvents<E>(kind);
  const fromRecord = (version: string, change: object) => ({ ...taken(version, change), comment: 'Imported' });
  return {
    record: (change: object = {}) => command(`Record${event}`, { patient_id: PATIENT_ID, ...content, comment: 'New entry', ...change }),
    correct: (change: object = {}) => command(`Correct${event}`, { version: 0, ...content, comment: 'Typing error', ...change }),
    remove: () => command(`Remove${event}`, { version: 0, comment: 'Wrong patient' }),
    take: (version = '1', change: object = {}) =>
      command('TakeFromExternal', { patient_id: PATIENT_ID, ...content, ...fromRecord(version, change) }),
    accept: (change: object = {}) => command('AcceptExternal', { version: 0, comment: 'Right as it stands', ...change }),
    withdraw: (version = '1', change: object = {}) =>
      command('RemoveFromExternal', { ...withdrawal(version).sent, comment: 'Entered in error', ...change }),
    ...events,
    imported: (version = '1', change: object = {}) => events.recorded({ origin: 'fhir', ...fromRecord(version, change) }),
    renewed: (version: string, change: object = {}) => events.corrected(fromRecord(version, change)),
    withdrawn: (version = '1') => events.removed({ ...withdrawal(version).stored, comment: 'Entered in error' }),
  };
};

/** Everything that holds for an item of every kind. @param noun the item in test names: 'a diagnosis' */
export const describeItem = <S, C extends CommandShape, E extends EventShape>(noun: string, kind: TestedKind<S, C, E>): void => {
  const { decider, code, content, onlyCorrected, other, accepted, changes, ownCommands = [], list, taken } = kind;
  const { record, correct, remove, take, accept, withdraw, recorded, corrected, removed, imported, renewed, withdrawn } =
    itemMessages(kind);
  const given = specify(decider);

  describe(noun, () => {
    it('is recorded as it was typed', () => given().when(record()).then(recorded()));
    it('takes a recording delivered twice only once', () => given(recorded()).when(record()).thenNothing());
    it('is not recorded over another one, nor for another patient', () => {
      given(recorded()).when(record(other)).thenRefuses(`${code}-exists`);
      given(recorded())
        .when(record({ patient_id: ANOTHER_PATIENT }))
        .thenRefuses(`${code}-exists`);
    });
    it('ruling 11: is corrected with a reason', () =>
      given(recorded())
        .when(correct({ ...other, comment: 'Wrong line' }))
        .then(corrected({ ...other, comment: 'Wrong line' })));
    it('takes a correction delivered twice only once, and one to the same content never', () => {
      given(recorded(), corrected(other)).when(correct(other)).thenNothing();
      given(recorded()).when(correct()).thenNothing();
    });
    it('becomes a draft and complete again', () => {
      given(recorded())
        .when(correct({ draft: true }))
        .then(corrected({ draft: true }));
      given(recorded({ draft: true }))
        .when(correct())
        .then(corrected());
    });
    it('ruling 10: is removed', () => given(recorded()).when(remove()).then(removed()));
    it('takes a removal delivered twice only once', () => given(recorded(), removed()).when(remove()).thenNothing());
    it('cannot be corrected or recorded again once it was removed', () => {
      for (const command of [correct(), record()]) given(recorded(), removed()).when(command).thenRefuses(`${code}-removed`);
    });
    it('that never was cannot be corrected or removed', () => {
      for (const command of [correct(), remove(), withdraw()]) given().when(command).thenRefuses(`${code}-missing`);
    });
    it('keeps what a person accepted, of a value that there is', () => {
      given()
        .when(record({ accepted: [accepted] }))
        .then(recorded({ accepted: [accepted] }));
      given(recorded())
        .when(correct({ ...other, accepted: [accepted] }))
        .then(corrected({ ...other, accepted: [accepted] }));
      const ofNoValue = { accepted: [{ ...accepted, entry_id: 'nowhere' }] };
      given().when(record(ofNoValue)).thenRefuses('doubts', ['accepted.0.entry_id']);
      given(recorded())
        .when(correct({ ...other, ...ofNoValue }))
        .thenRefuses('doubts', ['accepted.0.entry_id']);
    });
    it("ruling 12: shows a stale form the present item in the form's shape", () => {
      const shown = (...history: E[]) => decider.shown?.(stateAfter(decider, history));
      const present = { patient_id: PATIENT_ID, ...content, ...onlyCorrected, comment: 'New entry', origin: 'manual' };
      expect(shown(recorded(), corrected(other))).toEqual({ ...present, ...other, comment: 'Typing error' });
      expect(shown(recorded(), removed())).toEqual({ ...present, removed: true });
    });
    itIsHarmlessTwice(
      decider,
      fc.oneof(
        changes.map(record),
        changes.map(correct),
        fc.tuple(versions, changes).map(([version, change]) => take(version, change)),
        fc.constant(remove()),
        versions.map((version) => withdraw(version)),
        ...ownCommands,
      ),
    );
  });

  describe(`${noun} from an external record`, () => {
    it('is taken as the record has it', () => given().when(take()).then(imported()));
    it('is corrected by a newer version of its record; the same again changes nothing', () => {
      given(imported()).when(take('2', other)).then(renewed('2', other));
      given(imported(), renewed('2', other)).when(take('2', other)).thenNothing();
      given(imported()).when(take()).thenNothing();
    });
    it('is not taken back to an older version', () => {
      given(imported('2')).when(take('1', other)).thenNothing();
      given(imported(), renewed('2', other)).when(take()).thenNothing();
    });
    it('is never taken over by another patient or a person, nor takes over what a person entered', () => {
      given(imported())
        .when(take('1', { patient_id: ANOTHER_PATIENT }))
        .thenRefuses(`${code}-exists`);
      given(imported()).when(record()).thenRefuses(`${code}-exists`);
      for (const command of [take(), withdraw()]) given(recorded()).when(command).thenRefuses(`${code}-exists`);
    });
    it('ruling 10: is neither corrected nor removed by a person', () => {
      for (const command of [correct(other), remove()]) given(imported()).when(command).thenRefuses('external-record');
    });
    it('asks what it leaves open until a person says that it is right as it stands, or its source says something else', () => {
      const [first = { entry_id: '' }] = (imported('1').data as Record<string, { entry_id: string }[]>)[list ?? ''] ?? [];
      const asks = [QUESTION];
      const asking = list === undefined ? { asks } : { [list]: [{ ...first, asks }] };
      const answered = { ...taken('1'), comment: 'Imported. Right as it stands' };
      const accepted = [{ ...QUESTION, ...(list === undefined ? { field: 'item' } : { field: 'value', entry_id: first.entry_id }) }];
      const asked = imported('1', asking);
      given(asked)
        .when(accept())
        .then(corrected({ ...answered, accepted }));
      given(asked, corrected({ ...answered, accepted }))
        .when(accept())
        .thenNothing();
      for (const before of [imported(), recorded(asking)]) given(before).when(accept()).thenNothing();
      given(asked).when(take('2', other)).then(renewed('2', other));
      given(asked, withdrawn('2')).when(accept()).thenRefuses(`${code}-removed`);
      given().when(accept()).thenRefuses(`${code}-missing`);
    });
    it.each(['1', '2'])('goes, once, when version %s of its record says that it was entered in error', (version) => {
      given(imported()).when(withdraw(version)).then(withdrawn(version));
      given(imported(), withdrawn(version)).when(withdraw(version)).thenNothing();
      given(imported(), withdrawn(version)).when(take()).thenRefuses(`${code}-removed`);
    });
  });
};

/** What holds besides for kinds whose items are each taken from one external record. */
export const describeItemOfOneRecord = <S, C extends CommandShape, E extends EventShape>(noun: string, kind: TestedKind<S, C, E>): void => {
  const { take, withdraw, imported } = itemMessages(kind);
  const { source } = kind.taken('1') as { source: object };
  const given = specify(kind.decider);

  describe(`${noun} from one external record`, () => {
    it('is not corrected by a newer version that says the same', () => given(imported()).when(take('2')).thenNothing());
    it('is not removed by a version older than the one it holds', () => given(imported('2')).when(withdraw('1')).thenNothing());
    it.each([
      ['another record', { ...source, reference: 'Observation/another' }],
      ['another server', { ...source, system: 'Elsewhere' }],
    ])('is neither taken over nor removed by %s', (_what, another) => {
      given(imported())
        .when(take('1', { source: another }))
        .thenRefuses(`${kind.code}-exists`);
      given(imported())
        .when(withdraw('1', { source: another }))
        .thenRefuses(`${kind.code}-exists`);
    });
  });
};

/**
 * What holds besides for kinds whose content is a list of values.
 * @param list the field of the content with the values
 * @param digits a change of the first value that writes the same number in other digits
 */
export const describeItemOfValues = <S, C extends CommandShape, E extends EventShape>(
  noun: string,
  kind: TestedKind<S, C, E>,
  { list, digits }: { list: string; digits: object },
): void => {
  const { record, correct, take, recorded, corrected } = itemMessages(kind);
  const [value] = (kind.content as Record<string, object[]>)[list]!;
  const given = specify(kind.decider);

  describe(`${noun} with values`, () => {
    it('says by which templates its rows were added, each once, and repeats nothing for them', () => {
      const used = recorded({ template_ids: [ITEM_ID] });
      given()
        .when(record({ template_ids: [ITEM_ID, ITEM_ID] }))
        .then(used);
      given(used).when(record()).thenNothing();
      given()
        .when(record({ template_ids: [] }))
        .then(recorded());
    });
    it('takes other digits of the same number as a correction', () => {
      const change = { [list]: [{ ...value, ...digits }] };
      given(recorded()).when(correct(change)).then(corrected(change));
    });
    it('has an id of its own for each entry', () => {
      const change = { [list]: [value, { ...value, unit: 'mmol/L' }] };
      for (const command of [record(change), take('1', change)])
        given()
          .when(command)
          .thenRefuses('entry-ids', [`${list}.1.entry_id`]);
      given(recorded())
        .when(correct(change))
        .thenRefuses('entry-ids', [`${list}.1.entry_id`]);
    });
  });
};
