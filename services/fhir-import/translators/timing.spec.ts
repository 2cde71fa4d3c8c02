import { averagePerDay } from '#contracts/treatments/dosages';
import fc from '#tests/support/fast-check';
import { MedicationRequest, type Timing } from '../resources/medications.ts';
import { NOT_SAID, oftenOf, rateOf, timingWords } from './timing.ts';

const timing = (said: object): Timing => MedicationRequest.parse({ dosageInstruction: [{ timing: said }] }).dosageInstruction[0]!.timing!;
const repeat = (said: object): Timing => timing({ repeat: said });
const daily = { frequency: '1', period: '1', periodUnit: 'd' };
const words = (said: Timing): string => {
  const { named, often, bounds } = timingWords(said, []);
  return [...(named === undefined ? [] : [named]), ...often, ...bounds].join(', ');
};
const gts = (code: string, system = 'http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation') => ({
  code: { coding: [{ system, code }] },
});

describe('how often, where moments of the day are named', () => {
  it.each<[object, number | null, string]>([
    [{ ...daily, when: ['MORN', 'NIGHT'] }, 2, 'every day in the morning and at night'],
    [{ ...daily, timeOfDay: ['08:00:00', '14:00:00', '20:00:00'] }, 3, 'every day at 08:00, 14:00 and 20:00'],
    [{ ...daily, frequency: '3', when: ['MORN', 'NOON', 'NIGHT'] }, 3, '3 times every day in the morning, at noon and at night'],
    [{ ...daily, when: ['MORN'] }, 1, '1 time every day in the morning'],
    [{ when: ['CM', 'CV'] }, 2, 'with breakfast and with dinner'],
    [{ ...daily, when: ['ACM', 'ACV'], offset: '30' }, 2, 'every day 30 minutes before breakfast and 30 minutes before dinner'],
    [{ ...daily, when: ['HS'] }, 1, '1 time every day before bedtime'],
    [{ ...daily, when: ['WAKE'], offset: '1' }, 1, '1 time every day 1 minute after waking'],
    [{ frequency: '1', period: '24', periodUnit: 'h', when: ['MORN', 'NIGHT'] }, 2, '1 time every 24 hours in the morning and at night'],
    [{ frequency: '1', period: '12', periodUnit: 'h', when: ['MORN', 'NIGHT'] }, 2, '1 time every 12 hours in the morning and at night'],
    [{ frequency: '1', period: '2', periodUnit: 'd', when: ['MORN'] }, 0.5, '1 time every 2 days in the morning'],
    // contradictions and what may be one or several: no number
    [{ ...daily, frequency: '2', when: ['MORN', 'NOON', 'NIGHT'] }, null, '2 times every day in the morning, at noon and at night'],
    [{ ...daily, frequency: '2', timeOfDay: ['08:00:00'] }, null, '2 times every day at 08:00'],
    [{ frequency: '1', period: '6', periodUnit: 'h', when: ['MORN'] }, null, '1 time every 6 hours in the morning'],
    [{ frequency: '1', period: '2', periodUnit: 'd', when: ['MORN', 'NIGHT'] }, null, '1 time every 2 days in the morning and at night'],
    [{ ...daily, when: ['AC'] }, null, '1 time every day before meals'],
    [{ ...daily, frequency: '3', when: ['AC'] }, 3, '3 times every day before meals'],
    [{ ...daily, frequency: '2', when: ['AC', 'HS'] }, 2, '2 times every day before meals and before bedtime'],
    [{ ...daily, when: ['SOMETIMES'] }, null, '1 time every day SOMETIMES'],
    [{ ...daily, when: ['MORN'], timeOfDay: ['08:00:00'] }, null, '1 time every day at 08:00 in the morning'],
    [{ ...daily, when: ['MORN', 'PCM'] }, null, 'every day in the morning and after breakfast'],
    [{ ...daily, timeOfDay: ['morning', 'evening'] }, null, '1 time every day at morning and evening'],
    [{ ...daily, timeOfDay: ['08:00', '08:00:00'] }, 1, '1 time every day at 08:00 and 08:00'],
    [{ ...daily, when: ['constructor'] }, null, '1 time every day constructor'],
  ])('%j: %s a day', (said, rate, text) => {
    const often = oftenOf(repeat(said));
    expect(rateOf(often)).toEqual(rate === null ? null : expect.closeTo(rate, 9));
    expect(words(repeat(said))).toBe(text);
  });
});

describe('how often, where days of the week are named', () => {
  it.each<[object, number | null, string]>([
    [{ ...daily, dayOfWeek: ['sun'], timeOfDay: ['07:00:00'] }, 1 / 7, 'on Sunday at 07:00'],
    [{ ...daily, dayOfWeek: ['mon', 'thu'] }, 2 / 7, 'on Monday and Thursday'],
    [{ ...daily, frequency: '2', dayOfWeek: ['mon', 'wed', 'fri'] }, 6 / 7, '2 times a day on Monday, Wednesday and Friday'],
    [{ ...daily, dayOfWeek: ['mon'], when: ['MORN', 'NIGHT'] }, 2 / 7, 'on Monday in the morning and at night'],
    [{ frequency: '1', period: '1', periodUnit: 'wk', dayOfWeek: ['sun'] }, 1 / 7, '1 time every week on Sunday'],
    [{ frequency: '1', period: '2', periodUnit: 'wk', dayOfWeek: ['sun'] }, 1 / 14, '1 time every 2 weeks on Sunday'],
    [{ frequency: '1', period: '7', periodUnit: 'd', dayOfWeek: ['sun'] }, 1 / 7, '1 time every 7 days on Sunday'],
    [{ frequency: '1', period: '1', periodUnit: 'wk', dayOfWeek: ['mon', 'thu'] }, null, '1 time every week on Monday and Thursday'],
    [{ ...daily, dayOfWeek: ['mon-fri'] }, null, 'on mon-fri'],
    [{ frequency: '2', dayOfWeek: ['mon', 'thu'] }, null, '2 times on Monday and Thursday'],
    [{ ...daily, dayOfWeek: 'mon' }, null, '1 time every day, dayOfWeek cannot be read'],
    [{ frequency: '1', period: '2', periodUnit: 'd', dayOfWeek: ['sun'] }, null, '1 time every 2 days on Sunday'],
  ])('%j: %s a day', (said, rate, text) => {
    expect(rateOf(oftenOf(repeat(said)))).toEqual(rate === null ? null : expect.closeTo(rate, 9));
    expect(words(repeat(said))).toBe(text);
  });
});

describe('a code that says how often', () => {
  it.each([
    [gts('BID'), 2, 'twice a day'],
    [gts('BED', 'http://hl7.org/fhir/v3/GTSAbbreviation'), 1, 'at bedtime'],
    [gts('QOD', 'urn:oid:2.16.840.1.113883.5.1022'), 0.5, 'every other day'],
    [{ code: { coding: [{ code: 'TID' }], text: 'TID' } }, 3, '3 times a day'],
    [{ ...gts('BID'), repeat: { ...daily, frequency: '2' } }, 2, '2 times every day'],
    [{ ...gts('AM'), repeat: daily }, 1, 'every morning, 1 time every day'],
    [{ ...gts('BID'), repeat: { boundsDuration: { value: '3', code: 'd' } } }, 2, 'twice a day, for 3 days'],
    // another system, or numbers that say otherwise
    [gts('PM', 'https://a.example/codes'), null, 'PM'],
    [{ ...gts('BID'), repeat: daily }, null, 'twice a day, 1 time every day'],
    [{ ...gts('BID'), repeat: { frequency: '3' } }, null, 'twice a day, 3 times'],
  ])('%j: %s a day', (said, rate, text) => {
    expect(rateOf(oftenOf(timing(said)))).toBe(rate);
    expect(words(timing(said))).toBe(text);
  });
});

describe('what bounds it', () => {
  it.each([
    [{ ...daily, duration: '10', durationUnit: 'min' }, '1 time every day, over 10 minutes', 1],
    [{ ...daily, duration: '30', durationMax: '60', durationUnit: 'min' }, '1 time every day, over 30 - 60 minutes', 1],
    [{ ...daily, duration: '3', durationUnit: 'd' }, '1 time every day, duration 3 days', null],
    [{ ...daily, duration: '24', durationUnit: 'h' }, '1 time every day, over 24 hours', 1],
    [{ ...daily, frequency: 'three' }, 'every day, frequency cannot be read', null],
    [{ boundsRange: { low: { value: '7', code: 'd' } } }, 'for at least 7 days', null],
    [{ boundsPeriod: { end: '2024-02-30' } }, 'until 2024-02-30', null],
    [{ ...daily, count: '3', countMax: '4' }, '1 time every day, 3 - 4 doses in all', 1],
    [{ count: '1' }, '1 dose in all', null],
    [{ boundsRange: { low: { value: '7', code: 'd' }, high: { value: '10', code: 'd' } } }, 'for 7 - 10 days', null],
    [{ boundsRange: { high: { value: '10', code: 'd' } } }, 'for up to 10 days', null],
    [{ boundsDuration: { value: '7', code: 'd', comparator: '>=' } }, 'for >=7 d', null],
    [{ boundsPeriod: { start: '2024-03', end: '2024-04-02' } }, 'from 03/2024 until 04/02/2024', null],
  ])('%j: %s', (said, text, rate) => {
    expect(words(repeat(said))).toBe(text);
    expect(rateOf(oftenOf(repeat(said)))).toBe(rate);
  });
  it('the days of its doses are words', () =>
    expect(words(timing({ event: ['2025-06-02', '2025-12-02'] }))).toBe('on 06/02/2025 and 12/02/2025'));
});

it('names every moment and day in words, and computes nothing less than what its moments count', () => {
  const moments = fc.uniqueArray(fc.constantFrom('MORN', 'NOON', 'AFT', 'EVE', 'NIGHT', 'HS', 'CM', 'ACV'), { minLength: 1 });
  const days = fc.uniqueArray(fc.constantFrom('mon', 'tue', 'sat', 'sun'), { maxLength: 3 });
  fc.assert(
    fc.property(moments, days, fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }), (when, dayOfWeek, frequency) => {
      const said = repeat({ ...daily, frequency: frequency && String(frequency), when, dayOfWeek });
      const often = oftenOf(said);
      const perWeek = when.length * (dayOfWeek.length || 7);
      expect(words(said)).not.toMatch(/\b[A-Z]{2,}\b|\b(mon|tue|sat|sun)\b/);
      if (often.frequency === null) return expect(often).toEqual(NOT_SAID);
      return expect(
        averagePerDay(
          { dose: '1', unit: 'mg' },
          { ...often, form: 'total dose', quantity: null, as_needed: false, dosages: [] },
          {
            ...{ time_from: null, duration: null, repeat_therapy: false, repeat: null, repeat_unit: null },
          },
        ),
      ).toBeCloseTo(perWeek / 7, 9);
    }),
  );
});
