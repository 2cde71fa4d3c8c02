import { Observation } from '../resources/resource.ts';
import { type Around, readObservation } from './observation.ts';

const potassium = {
  resourceType: 'Observation',
  id: '1',
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium [Moles/volume] in Serum' }], text: 'Potassium' },
  effectiveDateTime: '2025-03-01T08:30:00+01:00',
  valueQuantity: { value: '6.10', unit: 'mmol/L', code: 'mmol/L' },
};
const read = (changes: object = {}, around?: Around) =>
  readObservation(Observation.parse({ ...potassium, ...changes }), 'Observation/1', around);
const value = (changes: object = {}) => {
  const said = read(changes);
  return said.kind === 'skipped' ? said : said.values[0];
};
const coded = (code: string) => [{ coding: [{ code }] }];

describe('an observation', () => {
  it('is a number with its digits, its unit and its day', () => {
    expect(read()).toMatchObject({
      place: 'laboratory',
      date: { local: '2025-03-01T08:30:00', precision: 'time' },
      draft: false,
      values: [{ loinc: ['2823-3'], name: 'Potassium', value: '6.10', unit: 'mmol/L', min: null, max: null }],
    });
  });
  it.each(['<', '<=', '>', '>='])('ruling 17: keeps the comparator %s', (comparator) =>
    expect(value({ valueQuantity: { value: '5', comparator, unit: 'mg/L' } })).toMatchObject({ comparator, value: '5' }),
  );
  it('ruling 17: keeps what is said in words', () => {
    const words = (said: object) => value({ valueQuantity: undefined, ...said });
    expect(words({ valueString: 'negative' })).toMatchObject({ value: null, text: 'negative', unit: '' });
    expect(words({ valueCodeableConcept: { coding: [{ code: '1', display: 'Detected' }] } })).toMatchObject({ text: 'Detected' });
    expect(words({ valueBoolean: false })).toMatchObject({ text: 'No' });
    expect(words({ valueRatio: { numerator: { value: '1' }, denominator: { value: '80' } } })).toMatchObject({ text: '1:80' });
    expect(words({ valueRange: { low: { value: '1' }, high: { value: '5', unit: '/HPF' } } })).toMatchObject({ text: '1 - 5 /HPF' });
    expect(words({ valueInteger: '3' })).toMatchObject({ value: '3' });
  });
  it('ruling 36: takes the range and the flag of this very result', () => {
    const referenceRange = [{ low: { value: '3.5', unit: 'mmol/L' }, high: { value: '5.10', unit: 'mmol/L' } }];
    expect(value({ referenceRange, interpretation: coded('HH') })).toMatchObject({ min: '3.5', max: '5.10', flag: 'HH' });
    expect(value({ referenceRange: [{ high: { value: '5' } }] })).toMatchObject({ min: null, max: '5' });
  });
  it('keeps a range in words where it cannot be computed with', () => {
    expect(value({ referenceRange: [{ text: 'negative' }] })).toMatchObject({ min: null, max: null, range_text: 'negative' });
    const otherUnit = [{ low: { value: '14', unit: 'mg/dL' }, high: { value: '20', unit: 'mg/dL' } }];
    expect(value({ referenceRange: otherUnit })).toMatchObject({ min: null, max: null, range_text: '14 - 20 mg/dL' });
    const two = [
      { high: { value: '5' }, text: 'women: up to 5' },
      { high: { value: '6' }, text: 'men: up to 6' },
    ];
    expect(value({ referenceRange: two })).toMatchObject({ min: null, max: null, range_text: 'women: up to 5; men: up to 6' });
  });
  it('takes the usual range where other kinds stand beside it', () => {
    const referenceRange = [
      { high: { value: '9' }, type: { coding: [{ code: 'treatment' }] } },
      { low: { value: '3.5' }, high: { value: '5' }, type: { coding: [{ code: 'normal' }] } },
    ];
    expect(value({ referenceRange })).toMatchObject({ min: '3.5', max: '5' });
  });
  it('is taken component by component, and says what it could not take', () => {
    const part = (code: string, name: string, rest: object) => ({ code: { coding: [{ code }], text: name }, ...rest });
    const said = read({
      valueQuantity: undefined,
      category: coded('vital-signs'),
      component: [
        part('8480-6', 'Systolic', { valueQuantity: { value: '120', unit: 'mm[Hg]' } }),
        part('8462-4', 'Diastolic', { dataAbsentReason: { text: 'Unknown' } }),
      ],
    });
    expect(said).toMatchObject({
      place: 'examination',
      values: [{ name: 'Systolic', value: '120' }],
      without: ['Diastolic: no value: unknown'],
    });
  });
  it('has the same entries each time it is read, and each its own', () => {
    const component = ['a', 'a', 'b'].map((code) => ({ code: { coding: [{ code }] }, valueInteger: '1' }));
    const ids = () => {
      const said = read({ component });
      return said.kind === 'observation' ? said.values.map(({ entry_id }) => entry_id) : [];
    };
    expect(new Set(ids()).size).toBe(4);
    expect(ids()).toEqual(ids());
  });
  it('ruling 24: is a draft while it is preliminary', () => expect(read({ status: 'preliminary' })).toMatchObject({ draft: true }));
  it('says that it was corrected where it came from', () =>
    expect(value({ status: 'corrected' })).toMatchObject({ reported_status: 'corrected' }));
  it.each([
    [{ status: 'cancelled' }, 'cancelled'],
    [{ effectiveDateTime: undefined }, 'no date'],
    [{ effectiveDateTime: '1850-01-01' }, 'a date that is none, or outside 1900 to 2050'],
    [{ valueQuantity: undefined }, 'no value'],
    [{ valueQuantity: undefined, dataAbsentReason: { coding: [{ display: 'Not Performed' }] } }, 'no value: not performed'],
    [{ valueQuantity: { unit: 'mg' } }, 'a quantity without a value'],
    [{ valueQuantity: { value: '1', comparator: '~' } }, 'a comparator that is not known'],
    [{ valueQuantity: undefined, valueSampledData: {} }, 'sampled data (a curve)'],
    [{ code: {} }, 'it does not say what was observed'],
  ])('that says nothing usable is named with its reason: %j', (changes, reason) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason }),
  );
  it.each([
    [{ valueQuantity: undefined, interpretation: coded('L') }, 'no value', 'no value, flag L'],
    [{ valueQuantity: undefined, interpretation: [{ text: 'Below the usual' }] }, 'no value', 'no value, Below the usual'],
    [
      { valueQuantity: undefined, dataAbsentReason: { text: 'Hemolyzed' }, interpretation: coded('HH') },
      'no value: hemolyzed',
      'no value: hemolyzed, flag HH',
    ],
    [{ effectiveDateTime: undefined, interpretation: coded('HH') }, 'no date', '6.10 mmol/L, flag HH; no date'],
    [
      { effectiveDateTime: undefined, issued: '2025-03-02T10:00:00Z' },
      'no date, only when it was reported',
      '6.10 mmol/L; no date, reported 03/02/2025 10:00',
    ],
    [
      { valueQuantity: undefined, component: [{ code: { text: 'Growth' }, interpretation: coded('POS') }] },
      'Growth: no value',
      'Growth: no value, flag POS',
    ],
  ])('that is not taken says to the record what it means: %j', (changes, reason, says) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason, says }),
  );
  it('without anything but its name means nothing', () => expect(read({ valueQuantity: undefined })).not.toHaveProperty('says'));
  it.each([
    [{ status: 'wibble' }, 'a status that is not known'],
    [{ focus: [{ reference: 'RelatedPerson/baby' }] }, 'it is about somebody or something else than the patient (focus)'],
  ])('ruling 25: that may not be what it looks like is not taken: %j', (changes, reason) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason }),
  );
  it('keeps a number with more digits than can be computed with, in words', () => {
    const many = '0.123456789012345678901234567890';
    expect(value({ valueQuantity: { value: many, comparator: '<', unit: 'g/L' } })).toMatchObject({ value: null, text: `<${many} g/L` });
    expect(value({ valueQuantity: undefined, valueInteger: '1'.repeat(20) })).toMatchObject({ value: null, text: '1'.repeat(20) });
  });
  it('keeps comparators and units of ratios and of one-sided ranges', () => {
    const words = (said: object) => value({ valueQuantity: undefined, ...said });
    const ratio = (numerator: object, denominator: object) => words({ valueRatio: { numerator, denominator } });
    expect(ratio({ value: '1', comparator: '<' }, { value: '10' })).toMatchObject({ text: '<1:10' });
    expect(ratio({ value: '5', unit: 'mg' }, { value: '10', unit: 'mL' })).toMatchObject({ text: '5 mg / 10 mL' });
    expect(words({ valueRange: { high: { value: '5', unit: 'mg' } } })).toMatchObject({ text: '<= 5 mg' });
    expect(words({ valueRange: { low: { value: '5.0', unit: 'mg' } } })).toMatchObject({ text: '>= 5.0 mg' });
    expect(words({ valueRange: { low: { value: '1', unit: 'mg' }, high: { value: '2', unit: 'g' } } })).toMatchObject({
      text: '1 mg - 2 g',
    });
  });
  it('ruling 36: takes no dangerous or aimed-at limit for a normal one, and says for whom a range is', () => {
    const range = (type: string, rest: object) => ({ type: { coding: [{ code: type }] }, ...rest });
    expect(value({ referenceRange: [range('critical', { high: { value: '6.5' } })] })).toMatchObject({
      min: null,
      max: null,
      range_text: 'critical: <= 6.5',
    });
    const both = [
      { low: { value: '12' }, high: { value: '16' }, appliesTo: [{ text: 'female' }] },
      { low: { value: '14' }, high: { value: '18' }, appliesTo: [{ text: 'male' }], age: { low: { value: '18', unit: 'a' } } },
    ];
    expect(value({ referenceRange: both })).toMatchObject({
      min: null,
      max: null,
      range_text: 'female: 12 - 16; male, age >= 18 a: 14 - 18',
    });
    expect(value({ referenceRange: [both[0]!] })).toMatchObject({ min: '12', max: '16', range_text: 'female: 12 - 16' });
  });
  it('ruling 36: of several flags keeps the most telling, and cuts none', () => {
    const flags = (...said: object[]) => value({ interpretation: said });
    expect(flags({ coding: [{ code: 'A' }] }, { coding: [{ code: 'HH' }] })).toMatchObject({ flag: 'HH' });
    expect(flags({ text: 'Critical high' })).toMatchObject({ flag: 'HH' });
    expect(flags({ text: 'Above the usual' })).not.toHaveProperty('flag');
    // the words stand beside the value
    expect(read({ interpretation: [{ text: 'Above the usual' }] })).toMatchObject({ without: [] });
  });
  it('names what has no place beside a measurement of a visit', () => {
    const said = read({ category: coded('vital-signs'), interpretation: coded('H') });
    expect(said).toMatchObject({
      without: ['Potassium: its flag H is not imported: measurements have none'],
    });
  });
  it('shows no digits in another order than they stand', () =>
    expect(value({ valueQuantity: undefined, valueString: 'at \u202e5.1\u202c mmol/L' })).toMatchObject({ text: 'at 5.1 mmol/L' }));
  it('with an odd field is read without it', () =>
    expect(value({ interpretation: 'H', referenceRange: { low: 1 } })).toMatchObject({ value: '6.10', min: null }));
});

describe('what is measured at a visit, by its code', () => {
  const [LOINC, SNOMED, ACT_CODE] = ['http://loinc.org', 'http://snomed.info/sct', 'http://terminology.hl7.org/CodeSystem/v3-ActCode'];
  const coded = (code: string, system = LOINC, text?: string) => ({ coding: [{ system, code }], ...(text === undefined ? {} : { text }) });
  /** Of no category, unless the changes have one. */
  const place = (code: object, changes: object = {}, around?: Around) => {
    const said = read({ category: undefined, code, ...changes }, around);
    return said.kind === 'skipped' ? said.reason : said.place;
  };
  const vitalSigns = { category: [{ coding: [{ code: 'vital-signs' }] }] };
  const laboratory = { category: [{ coding: [{ code: 'laboratory' }] }] };
  const onSpecimen = { specimen: 'Blood' };

  it.each([
    ...'85354-9 8480-6 8462-4 29463-7 3141-9 8302-2 8867-4 9279-1 8310-5 8331-1 59408-5 2708-6 39156-5 8287-5 9843-4 8289-1 85353-1 35094-2'.split(
      ' ',
    ),
    ...'72166-2 11367-0 74010-8 63638-1 64234-8 74013-4 11331-6 11341-5 82810-3'.split(' '),
  ])('LOINC %s without a category is no lab result, and neither with a category that is only words', (code) => {
    expect(place(coded(code))).toBe('examination');
    expect(place(coded(code, 'urn:oid:2.16.840.1.113883.6.1'))).toBe('examination');
    expect(place(coded(code), { category: [{ text: 'Ward round' }] })).toBe('examination');
  });
  it.each([
    ['75367002', '85354-9'],
    ['271649006', '8480-6'],
    ['271650006', '8462-4'],
    ['364075005', '8867-4'],
    ['27113001', '29463-7'],
    ['50373000', '8302-2'],
    ['86290005', '9279-1'],
    ['386725007', '8310-5'],
    ['60621009', '39156-5'],
    ['431314004', '59408-5'],
  ])('SNOMED CT %s is LOINC %s, and is no lab result', (code, loinc) => {
    expect(place(coded(code, SNOMED))).toBe('examination');
    expect(value({ category: undefined, code: coded(code, SNOMED) })).toMatchObject({ loinc: [loinc], coding: [{ code }] });
  });
  it.each(['2345-7', '2160-0', '41653-7', '24336-0'])(
    'LOINC %s stays a lab result, and so does what has another code system, or a name alone',
    (code) => {
      expect(place(coded(code))).toBe('laboratory');
      expect(place(coded('8867-4', 'https://a.example/codes'))).toBe('laboratory');
      expect(place({ text: 'Heart rate' })).toBe('laboratory');
    },
  );
  it.each(['8480-6', '29463-7', '8302-2', '8867-4', '59408-5', '72166-2', '82810-3'])(
    'under the category laboratory %s is no lab result: some senders write that category on everything, and no laboratory measures this',
    (code) => {
      expect(place(coded(code), laboratory)).toBe('examination');
      expect(place({ coding: [...coded(code).coding, ...coded('8867-4').coding] }, laboratory)).toBe('examination');
    },
  );
  it.each(['29463-7', '8310-5', '59408-5'])(
    'measured on a specimen %s is a lab result: a laboratory states what it computes with',
    (code) => {
      expect(place(coded(code), {}, onSpecimen)).toBe('laboratory');
      expect(place(coded(code), laboratory, onSpecimen)).toBe('laboratory');
      expect(place(coded(code), vitalSigns, onSpecimen)).toBe('examination');
    },
  );
  it('oxygen saturation of arterial blood is a lab result where its sender says so, by category or specimen', () => {
    expect(place(coded('2708-6'), laboratory)).toBe('laboratory');
    expect(place(coded('2708-6'), {}, onSpecimen)).toBe('laboratory');
    expect(place(coded('2708-6'), {}, { lists: { names: [], specimens: ['Arterial blood'], isLaboratory: false } })).toBe('laboratory');
    expect(place(coded('2708-6'), {}, { lists: { names: [], specimens: [], isLaboratory: true } })).toBe('laboratory');
    const listedIn = (...names: string[]) => place(coded('2708-6'), {}, { lists: { names, specimens: [], isLaboratory: false } });
    expect([
      listedIn('Blood gases'),
      listedIn('Laboratory report'),
      listedIn('Vital signs'),
      listedIn('Blood pressure and oxygen'),
    ]).toEqual(['laboratory', 'laboratory', 'examination', 'examination']);
    expect(place(coded('29463-7'), {}, { lists: { names: [], specimens: ['Urine'], isLaboratory: false } })).toBe('examination');
    expect(place({ coding: [...coded('2708-6').coding, ...coded('59408-5').coding] })).toBe('examination');
  });
  it.each(['3150-6', '3151-8', '8301-4', '8305-5', '8307-1', '92999-2'])('LOINC %s without a category is no lab result', (code) =>
    expect(place(coded(code))).toBe('examination'),
  );
  describe('that a laboratory measures too', () => {
    const flagged = (code: string) => ({ interpretation: [{ coding: [{ code }] }] });
    const table = (code: string, system?: string) => ({ category: [{ coding: [{ ...(system ? { system } : {}), code }] }] });
    const V2 = 'http://terminology.hl7.org/CodeSystem/v2-0074';
    const categories = [
      ...['CH', 'HM', 'MB', 'SR', 'CP', 'LAB', 'BG', 'ch'].map((code) => table(code, V2)),
      table('CH'),
      table('HM', 'urn:oid:2.16.840.1.113883.12.74'),
      ...['Laboratory', 'LABORATORY', 'lab'].map((code) => table(code)),
      { category: [{ text: 'Laboratory' }] },
      { category: [{ coding: [{ code: '26436-6', display: 'Laboratory studies' }] }] },
    ];
    it.each(categories)('is a lab result under %j, with its range and flag', (category) => {
      const referenceRange = [{ low: { value: '94' }, high: { value: '98' } }];
      const said = read({ code: coded('2708-6'), referenceRange, ...flagged('LL'), ...category });
      expect(said).toMatchObject({ place: 'laboratory', values: [{ min: '94', max: '98', flag: 'LL' }], without: [] });
      expect(place(coded('2708-6'), category)).toBe('laboratory');
    });
    it('is one without a category too, where it has a flag', () => {
      for (const flag of ['HH', 'LL', 'AA', 'H', 'L', 'A']) expect(place(coded('2708-6'), flagged(flag))).toBe('laboratory');
      expect(place(coded('2708-6'), flagged('N'))).toBe('examination');
      expect(place(coded('2708-6'), table('CH', 'https://a.example/wards'))).toBe('examination');
    });
    it.each(['HH', 'LL', 'AA'])('keeps the flag %s of any code, unless its category says that it is a visit', (flag) => {
      for (const code of ['8480-6', '29463-7', '59408-5', '72166-2']) {
        expect(place(coded(code), flagged(flag))).toBe('laboratory');
        expect(place(coded(code), { ...flagged(flag), ...laboratory })).toBe('laboratory');
        expect(read({ code: coded(code, LOINC, 'X'), ...flagged(flag), ...vitalSigns })).toMatchObject({
          place: 'examination',
          without: [`X: its flag ${flag} is not imported: measurements have none`],
        });
      }
      const component = [{ code: coded('8480-6'), valueQuantity: { value: '250' }, ...flagged(flag) }];
      expect(place(coded('85354-9'), { valueQuantity: undefined, component })).toBe('laboratory');
      expect(place(coded('8480-6'), flagged('H'))).toBe('examination');
    });
  });
  it('names flag, range and mark that are not imported', () =>
    expect(
      read({
        code: coded('8480-6', LOINC, 'Systolic'),
        ...vitalSigns,
        ...{ status: 'corrected', referenceRange: [{ high: { value: '139' } }] },
        interpretation: [{ text: 'High' }],
      }),
    ).toMatchObject({ without: ["Systolic: its flag H and its range and its mark 'corrected' are not imported: measurements have none"] }));
  it('is on the line of a general code of SNOMED CT only where nothing speaks of another measurement', () => {
    const loinc = (text: string, ...codes: string[]) => {
      const said = read({ category: undefined, code: { text, coding: codes.map((code) => ({ system: SNOMED, code })) } });
      return said.kind === 'skipped' ? said.reason : [said.place, ...(said.values[0]?.loinc ?? [])];
    };
    expect(loinc('Weight', '364589006', '27113001')).toEqual(['examination']);
    expect(loinc('Weight', '27113001', '123456789')).toEqual(['examination']);
    expect(loinc('Pulse', '364075005', '78564009')).toEqual(['examination', '8867-4']);
    expect(loinc('Mean blood pressure', '6797001')).toEqual(['examination', '8478-0']);
    for (const name of [
      'Fetal heart rate',
      'Fötale Herzfrequenz',
      'Foetal',
      'Maternal heart rate',
      'Maximum heart rate',
      'Mean heart rate',
      'Mittlere Herzfrequenz',
    ])
      expect(loinc(name, '364075005')).toEqual(['examination']);
    for (const name of [
      'Birth weight',
      'Geburtsgewicht',
      'Dry weight',
      'Trockengewicht',
      'Ideal body weight',
      'Usual weight',
      'Übliches Gewicht',
      'Weight percentile',
      'Gewichtsperzentile',
    ])
      expect(loinc(name, '27113001')).toEqual(['examination']);
    const code = { text: 'Weight', coding: [{ system: SNOMED, code: '27113001', display: 'Birth weight' }] };
    expect(value({ category: undefined, code })).toMatchObject({ loinc: [] });
  });
  it('under the category laboratory, with the code of something else beside it, stays a lab result', () =>
    expect(place({ coding: [...coded('29463-7').coding, ...coded('2345-7').coding] }, laboratory)).toBe('laboratory'));
  it('is known by all components where a panel has a name of its own', () => {
    const part = (code: string) => ({ code: coded(code), valueQuantity: { value: '80', unit: 'mm[Hg]' } });
    const panel = (...codes: string[]) => place({ text: 'RR' }, { valueQuantity: undefined, component: codes.map(part) });
    expect(panel('8480-6', '8462-4')).toBe('examination');
    expect(panel('8480-6', '2345-7')).toBe('laboratory');
    expect(place(coded('24323-8'), { valueQuantity: undefined, component: [part('8480-6')] })).toBe('examination');
    expect(place(coded('24323-8'), { component: [part('8480-6')] })).toBe('laboratory');
    expect(place(coded('24336-0'), { valueQuantity: undefined, component: [part('2708-6'), part('3150-6')] })).toBe('laboratory');
  });
  it('is known by the weakest of the components', () => {
    const part = (...codes: string[]) => ({
      code: { coding: codes.flatMap((code) => coded(code).coding) },
      valueQuantity: { value: '80', unit: '%' },
    });
    const panel = (code: object, ...component: object[]) => place(code, { valueQuantity: undefined, component });
    const named = { text: 'Vital signs' };
    expect(panel(named, part('8867-4'), part('59408-5', '2708-6'))).toBe('examination');
    expect(panel(named, part('59408-5', '2708-6'), part('3150-6'), part('3151-8'))).toBe('examination');
    expect(panel(coded('34565-2'), part('8867-4'))).toBe('examination');
    expect(panel(coded('8716-3'), part('8867-4'))).toBe('examination');
    expect(panel(coded('99999-9'), part('8867-4'), part('29463-7'))).toBe('examination');
    const specimens = { lists: { names: [], specimens: ['Arterial blood'], isLaboratory: false } };
    const gases = { valueQuantity: undefined, component: [part('8310-5'), part('3150-6')] };
    expect(place(named, gases, specimens)).toBe('laboratory');
  });

  describe('of which the code is only an assertion', () => {
    const asserted = (code: object, concept: object, rest: object = {}) =>
      read({ category: undefined, code, valueQuantity: undefined, valueCodeableConcept: concept, ...rest });
    const assertions = [
      coded('ASSERTION', ACT_CODE, 'Assertion'),
      coded('ASSERTION', 'urn:oid:2.16.840.1.113883.5.4'),
      { text: 'Assertion' },
    ];
    it.each([
      ['266919005', 'Smoking status', 'Never smoker'],
      ['428041000124106', 'Smoking status', 'Current some day smoker'],
      ['219006', 'Alcohol use', 'Current drinker'],
    ])('SNOMED CT %s is called what it is: %s', (code, name, text) => {
      for (const assertion of assertions) {
        for (const rest of [{}, laboratory]) {
          const said = asserted(assertion, { ...coded(code, SNOMED), text }, rest);
          expect(said).toMatchObject({ place: 'examination', values: [{ name, text, value: null }] });
        }
      }
      expect(asserted(coded('ASSERTION', ACT_CODE, 'Tobacco'), coded(code, SNOMED, text))).toMatchObject({ values: [{ name: 'Tobacco' }] });
    });
    it('anything else is called so, and is a lab result only where its sender says so', () => {
      for (const assertion of assertions) {
        const concept = coded('44054006', SNOMED, 'Diabetes');
        expect(asserted(assertion, concept)).toMatchObject({ place: 'examination', values: [{ name: 'Assertion', text: 'Diabetes' }] });
        expect(asserted(assertion, concept, laboratory)).toMatchObject({ place: 'laboratory' });
      }
      const other = asserted(coded('ASSERTION', 'https://a.example/codes', 'Assay'), { text: 'negative' });
      expect(other).toMatchObject({ values: [{ name: 'Assay' }] });
    });
    it('is no lab result where its value is only words', () => {
      for (const assertion of assertions) {
        expect(asserted(assertion, {}, { valueCodeableConcept: undefined, valueString: 'Never smoker' })).toMatchObject({
          place: 'examination',
          values: [{ name: 'Assertion', text: 'Never smoker' }],
        });
      }
    });
    it.each(['81703003', '228494002', '43381005'])('SNOMED CT %s is tobacco that the patient does not smoke', (code) =>
      expect(asserted(assertions[0]!, coded(code, SNOMED, 'Chews tobacco'))).toMatchObject({
        place: 'examination',
        values: [{ name: 'Tobacco use', loinc: [] }],
      }),
    );
    it('is that of every smoking status under its own code too', () => {
      const said = asserted(coded('72166-2', LOINC, 'Tobacco smoking status'), coded('266919005', SNOMED, 'Never smoker'));
      expect(said).toMatchObject({ place: 'examination', values: [{ name: 'Tobacco smoking status', text: 'Never smoker' }] });
    });
  });
});
