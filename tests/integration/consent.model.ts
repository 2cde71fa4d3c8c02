import fc from '#tests/support/fast-check';

export const CLINICS = ['A', 'B', 'C'] as const;
export type Clinic = (typeof CLINICS)[number];
/** A keeps a record of both people, B of the first. */
export const RECORDS = { pA: ['p', 'A'], qA: ['q', 'A'], pB: ['p', 'B'] } as const satisfies Record<string, readonly ['p' | 'q', Clinic]>;
export type Person = 'p' | 'q';
export type RecordName = keyof typeof RECORDS;
export const NAMES = Object.keys(RECORDS) as RecordName[];
/** By reader and record: the records in the view of all connected clinics, this one included. */
export type Shown = Record<string, RecordName[]>;
/** Everyone, with every record. */
export const READERS = NAMES.flatMap((record) => (['p', 'q', ...CLINICS] as const).map((who) => [who, record] as const));

export type Reply = 'approve' | 'reject' | 'cancel' | 'resend';
type Sending =
  | { do: 'invite'; record: RecordName }
  | { do: 'ask'; person: Person; clinic: Clinic }
  | { do: 'share'; record: RecordName; clinic: Clinic }
  | { do: 'erase'; record: RecordName };
/** `invitation`: its id, undefined before there was one. */
export type Step = Sending | { do: Reply; by: Person | Clinic; invitation: string | undefined };
/** A generated step. */
export type DrawnStep = Sending | DrawnReply;
/** `by`: anybody, or a party of the invitation with this number; -1 for the last. */
export interface DrawnReply {
  do: Reply;
  by: Person | Clinic | 'patient' | 'clinic' | 'sharing-clinic';
  which: number;
}

/** The application's answer. */
export interface Answer {
  isFine: boolean;
  /** The invitation that was sent, or waited already. */
  id?: string;
  /** A clinic approved without a record of its own for the person. */
  withoutRecord?: boolean;
}

interface Sent {
  id: string;
  kind: 'record' | 'clinic' | 'share';
  person: Person;
  /** The clinic that is to be connected. */
  clinic: Clinic;
  record?: RecordName;
  status: 'open' | 'approved' | 'rejected' | 'cancelled' | 'erased';
  yes: Set<'patient' | 'clinic'>;
}

/** The rules of consent, independent of the product: who agreed to what, and who may therefore read. */
export class Model {
  sent: Sent[] = [];
  gone = new Set<RecordName>();
  private standing = (person: Person, clinic: Clinic) =>
    this.sent.filter((one) => one.status === 'approved' && one.person === person && one.clinic === clinic);
  private isLinked = (record: RecordName) =>
    this.sent.some((one) => one.status === 'approved' && one.kind !== 'share' && one.record === record);
  private wasLinked = new Set<RecordName>();
  private shows = (person: Person, clinic: Clinic, record?: RecordName) =>
    this.standing(person, clinic).some((one) => one.kind !== 'share' || (record !== undefined && one.record === record));

  reads(who: Person | Clinic, record: RecordName): boolean {
    const [person, clinic] = RECORDS[record];
    if (this.gone.has(record)) return false;
    if (who === clinic) return true;
    if (who === 'p' || who === 'q') return who === person && this.isLinked(record);
    return this.isLinked(record) && this.shows(person, who, record);
  }
  /** What the view of all connected clinics shows beside a record, this one included; nothing to whom that does not read it. */
  combined(who: Person | Clinic, record: RecordName): RecordName[] {
    const [person] = RECORDS[record];
    if (!this.reads(who, record)) return [];
    const beside = (other: RecordName) =>
      RECORDS[other][0] === person &&
      this.isLinked(record) &&
      this.isLinked(other) &&
      !this.gone.has(other) &&
      (who === person || this.shows(person, who as Clinic, other));
    return NAMES.filter((other) => other === record || beside(other));
  }
  shown(): Shown {
    return Object.fromEntries(READERS.map(([who, record]) => [`${who} ${record}`, this.combined(who, record).sort()]));
  }
  copy(): Model {
    const copy = new Model();
    copy.sent = this.sent.map((one) => ({ ...one, yes: new Set(one.yes) }));
    copy.gone = new Set(this.gone);
    copy.wasLinked = new Set(this.wasLinked);
    return copy;
  }
  /** The same for models that mean the same, in whatever order things came about. */
  key(): string {
    const sent = this.sent.map((one) => JSON.stringify({ ...one, yes: [...one.yes].sort() })).sort();
    return JSON.stringify([sent, [...this.gone].sort(), [...this.wasLinked].sort()]);
  }
  /** Applies a step that is allowed; returns whether it is. The id of a new invitation is taken from the application's answer. */
  step(step: Step, answer: Answer): boolean {
    switch (step.do) {
      case 'invite': {
        const [person, clinic] = RECORDS[step.record];
        return !this.gone.has(step.record) && !this.isLinked(step.record) && this.send(answer, 'record', person, clinic, step.record);
      }
      case 'ask':
        return !this.shows(step.person, step.clinic) && this.send(answer, 'clinic', step.person, step.clinic);
      case 'share': {
        const [person, from] = RECORDS[step.record];
        const may =
          !this.gone.has(step.record) &&
          from !== step.clinic &&
          this.isLinked(step.record) &&
          !this.shows(person, step.clinic, step.record);
        return may && this.send(answer, 'share', person, step.clinic, step.record);
      }
      case 'erase':
        this.gone.add(step.record);
        // invitations that name the record are erased with it, and what they connected ends
        for (const one of this.sent) if (one.record === step.record && one.kind !== 'clinic') one.status = 'erased';
        return true;
      default:
        return this.reply(
          step.do,
          step.by,
          this.sent.find(({ id }) => id === step.invitation),
          answer,
        );
    }
  }
  private waits({
    kind,
    person,
    clinic,
    record,
  }: Pick<Sent, 'kind' | 'person' | 'clinic'> & { record?: RecordName | undefined }): Sent | undefined {
    const isSame = (one: Sent) => one.kind === kind && one.person === person && one.clinic === clinic && one.record === record;
    return this.sent.find((one) => one.status === 'open' && isSame(one));
  }
  /** Adds an invitation beside whatever stands or waits. */
  add(step: Step, id: string): void {
    const one = (kind: Sent['kind'], person: Person, clinic: Clinic, record?: RecordName) =>
      this.sent.push({ id, kind, person, clinic, ...(record && { record }), status: 'open', yes: new Set() });
    if (step.do === 'invite') one('record', RECORDS[step.record][0], RECORDS[step.record][1], step.record);
    if (step.do === 'ask') one('clinic', step.person, step.clinic);
    if (step.do === 'share') one('share', RECORDS[step.record][0], step.clinic, step.record);
  }
  private send({ isFine, id }: Answer, kind: Sent['kind'], person: Person, clinic: Clinic, record?: RecordName): boolean {
    const waiting = this.waits({ kind, person, clinic, record });
    if (!isFine) return true;
    // pressed again, the one that waits is answered
    if (waiting || this.sent.some((one) => one.id === id)) return waiting?.id === id;
    this.sent.push({ id: id!, kind, person, clinic, ...(record && { record }), status: 'open', yes: new Set() });
    return true;
  }
  private reply(what: Reply, by: Person | Clinic, one: Sent | undefined, { withoutRecord }: Answer): boolean {
    if (!one || one.status === 'erased') return false;
    const from = one.kind === 'share' ? RECORDS[one.record!][1] : undefined;
    const sender = one.kind === 'record' ? one.clinic : one.kind === 'clinic' ? one.person : from;
    const isKnown = one.kind !== 'share' || one.yes.has('patient') || by !== one.clinic;
    if (![one.person, one.clinic, from].includes(by) || !isKnown) return false;
    const side = by === one.person ? 'patient' : 'clinic';
    // a yes may be taken back as well, until the other side has answered
    if (what === 'cancel') return this.cancel(one, by === sender || one.yes.has(side), by === from);
    if (what === 'resend') {
      if (by !== sender || !['open', 'rejected'].includes(one.status) || (this.waits(one) ?? one) !== one) return false;
      // what waits already is mailed again at most, and each yes stands
      if (one.status === 'rejected') Object.assign(one, { status: 'open', yes: new Set() });
      return true;
    }
    if (by === sender || one.status !== 'open' || (what === 'approve' && one.yes.has(side))) return false;
    if (what === 'reject') one.status = 'rejected';
    else one.yes.add(side);
    if (one.status !== 'open' || (one.kind === 'share' && one.yes.size < 2)) return true;
    // who was connected with a record of that clinic before, is again with the same
    if (one.kind === 'clinic' && !withoutRecord) this.restore(one);
    one.status = 'approved';
    if (one.kind === 'record') this.wasLinked.add(one.record!);
    return true;
  }
  private restore(one: Sent): void {
    const former = [...this.wasLinked].find((record) => RECORDS[record][0] === one.person && RECORDS[record][1] === one.clinic);
    if (former && !this.gone.has(former) && !this.isLinked(former)) one.record = former;
  }
  /** The patient and the clinic end all that connects them; who shares takes back what it shared. */
  private cancel(one: Sent, mayTakeBack: boolean, isSharing: boolean): boolean {
    if (one.status === 'cancelled') return true; // harmless twice
    if (one.status !== 'approved' && !(one.status === 'open' && mayTakeBack)) return false;
    if (one.status === 'approved') {
      const between = this.sent.filter(({ person, clinic }) => person === one.person && clinic === one.clinic);
      for (const other of between) {
        const isSame = other.kind === one.kind && other.record === one.record;
        const isYes = other.kind === 'clinic' || other.yes.has('patient');
        if (other.status === 'approved' && (!isSharing || isSame)) other.status = 'cancelled';
        // a yes from before connects nothing afterwards
        if (other.status === 'open' && !isSharing && isYes) other.status = 'cancelled';
      }
    }
    one.status = 'cancelled';
    return true;
  }
}

const recordOf = fc.constantFrom(...NAMES);
const clinicOf = fc.constantFrom(...CLINICS);
const personOf = fc.constantFrom<Person>('p', 'q');
export const anybody = fc.oneof(personOf, clinicOf);
/** Steps whose replies are given by one of these people or parties. */
export const stepBy = (by: fc.Arbitrary<DrawnReply['by']>, which = fc.nat(5)): fc.Arbitrary<DrawnStep> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('invite' as const), record: recordOf }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), person: personOf, clinic: clinicOf }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('share' as const), record: recordOf, clinic: clinicOf }) },
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constantFrom<Reply>('approve', 'approve', 'approve', 'reject', 'cancel', 'resend'),
        by,
        which,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), record: recordOf }) },
  );
