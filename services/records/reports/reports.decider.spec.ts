import fc from '#tests/support/fast-check';
import type { ReportEvent, ValidatedRow } from '#contracts/reports/reports';
import { readFrom } from '#contracts/wire/read-from';
import { printed } from '#tests/support/printed';
import { happened, ids, recognition, tell, validatedRow } from '#tests/support/report-events';
import { itIsHarmlessTwice, specify } from '#tests/support/specify';
import { report } from './reports.decider.ts';

const given = specify(report);
const { uploaded, started, generated, read, finished, failed, validated, pageRemoved, removed, takenUp } = happened;
const joan = { first_name: 'Joan', last_name: 'Doeman', date_of_birth: '1961-03-09T00:00:00' };

describe('a report', () => {
  it('is uploaded once', () => {
    given().when(tell.upload()).then(uploaded);
    given(uploaded).when(tell.upload()).thenNothing();
  });

  it('is read page by page; only rows without a doubt are saved', () => {
    given(uploaded).when(tell.start()).then(started);
    given(uploaded, started).when(tell.read()).then(read);
    given(uploaded, started, read).when(tell.finish()).then(finished);
  });

  it('has a record of each page as soon as it is opened, which changes nothing about its version', () => {
    given(uploaded, started).when(tell.generate()).then(generated);
    given(uploaded, started, read).when(tell.generate()).thenNothing();
    given(uploaded, started, generated).when(tell.validate()).thenRefuses('page-not-read');
    given(uploaded, started, generated).when(tell.read()).then(read);
    given(uploaded, started, generated, read).when(tell.validate()).then(validated);
  });

  it('says of pages that were not reached that they were not read; a further try reads them', () => {
    const unreached = { ...happened.unread, data: { ...happened.unread.data, error_message: 'Reading ended before this page' } };
    given(uploaded, started, generated).when(tell.fail()).then(unreached, failed);
    given(uploaded, started, generated, read).when(tell.fail()).then(failed);
    given(uploaded, started, generated, unreached, failed)
      .when(tell.start(2))
      .then({ ...started, data: { ...started.data, attempt: 2 } });
    given(uploaded, started, generated, unreached, failed, started).when(tell.read()).then(read);
    given(uploaded, started, generated, read).when(tell.unread()).thenNothing();
  });

  it('ruling 62: has critical rows that a doctor has seen once, as they stand', () => {
    const row = { ...recognition.row_data[1]!, flag: 'HH' };
    const critical = { ...read, data: { ...read.data, recognition: { ...recognition, row_data: [recognition.row_data[0]!, row] } } };
    const values = [{ entry_id: 'glucose', name: 'glucose', value: '105', unit: 'mg/dL', flag: 'HH' }];
    const seen: ReportEvent = { type: 'CriticalRowsSeen', data: { report_id: ids.report, page_id: ids.page, values } };
    given(uploaded, critical).when(tell.see()).then(seen);
    given(uploaded, critical, seen).when(tell.see()).thenNothing();
    given(uploaded, critical).when(tell.see(2)).thenRefuses('stale');
    given(uploaded, read).when(tell.see()).thenRefuses('not-critical');
    given(uploaded, critical, validated).when(tell.see(2)).thenRefuses('not-critical');
    // a validation after that begins with the version that it was opened with
    given(uploaded, critical, seen).when(tell.validate()).then(validated);
    given(uploaded).when(tell.see()).thenRefuses('page-missing');
  });

  it('loses pages that were not read yet with it, whose images may be stored', () =>
    given(uploaded, started, generated)
      .when(tell.remove())
      .then({ type: 'PageRemoved', data: { report_id: ids.report, page_id: ids.page } }, removed));

  it('takes a page that is delivered twice only once', () => given(uploaded, started, read).when(tell.read()).thenNothing());

  it('keeps the error of a file that cannot be read, and of a page alone', () => {
    given(uploaded, started).when(tell.fail()).then(failed);
    given(uploaded, started).when(tell.unread()).then(happened.unread);
    given(uploaded, started, happened.unread).when(tell.validate()).thenRefuses('page-not-read');
  });

  it('counts the lines that look like results and that no person made a row of', () => {
    const line = (id: string) => ({ id, text: 'K 5.3 mmol/L', region: null, name: 'K', value: '5.3', unit: 'mmol/L' });
    const partly = { ...read, data: { ...read.data, recognition: { ...recognition, unread: [line('1-u1'), line('1-u2')] } } };
    given(uploaded, partly)
      .when(tell.validate())
      .then({ ...validated, data: { ...validated.data, unread: 2 } });
    const row = { ...validatedRow('1-u1', '5.3', null), ignored: true };
    const row_data = [...validated.data.row_data, row];
    given(uploaded, partly)
      .when(tell.validate({ row_data }))
      .then({ ...validated, data: { ...validated.data, row_data, unread: 1 } });
  });

  it('is validated by a person; the result says where it was read', () =>
    given(uploaded, started, read, finished).when(tell.validate()).then(validated));

  it('keeps the doubts that were accepted, of rows that there are', () => {
    const doubt = { code: 'not-looked-at' as const, field: 'value', entry_id: 'creatinine', text: 'creatinine: Hard to read on the page' };
    const before = [uploaded, started, read, finished];
    given(...before)
      .when(tell.validate({ accepted: [doubt] }))
      .then({ ...validated, data: { ...validated.data, accepted: [doubt] } });
    given(...before)
      .when(tell.validate({ accepted: [{ ...doubt, entry_id: 'sodium' }] }))
      .thenRefuses('doubts', ['accepted.0.entry_id']);
  });

  it('ruling 11: asks for the reason where a validation is changed', () => {
    const corrected = { page_version: 2, row_data: [validatedRow('creatinine', '1.18')] };
    given(uploaded, started, read, validated).when(tell.validate(corrected)).thenRefuses('comment', ['comment']);
    given(uploaded, started, read, validated)
      .when(tell.validate({ ...corrected, comment: 'A slip' }))
      .then({ ...validated, data: { ...validated.data, row_data: corrected.row_data, comment: 'A slip' } });
  });

  it('answers the same validation again with nothing', () => given(uploaded, started, read, validated).when(tell.validate()).thenNothing());

  it('refuses a validation of what somebody else validated meanwhile', () =>
    given(uploaded, started, read, validated)
      .when(tell.validate({ row_data: [validatedRow('creatinine', '1.18')] }))
      .thenRefuses('stale'));

  it('refuses the same row twice', () =>
    given(uploaded, started, read)
      .when(tell.validate({ row_data: [validatedRow('creatinine', '1'), validatedRow('creatinine', '2')] }))
      .thenRefuses('rows', ['row_data']));

  it('refuses a row that is a number and a text', () => {
    const both = validatedRow('creatinine', '1');
    given(uploaded, started, read)
      .when(tell.validate({ row_data: [{ ...both, entry: { ...both.entry, text: 'negative' } }] }))
      .thenRefuses('rows', ['row_data.0.entry.text']);
  });

  it('ruling 17: holds rows that a person typed in to the rules of the form, and never what was read', () => {
    const [row] = recognition.row_data;
    const zero = { ...row!, value: '0', max: null, field_value: printed({ name: 'creatinine', value: '0', range: '', unit: 'mg/dL' }) };
    const bare = { ...read, data: { ...read.data, recognition: { ...recognition, row_data: [zero] } } };
    const stood = validatedRow('creatinine', '0');
    const sent = (change: object, id = 'creatinine') => {
      const entry = { ...stood.entry, max: null, entry_id: id, ...change };
      return { comment: 'A slip', row_data: [{ id, ignored: false, entry }] };
    };
    const first = given(uploaded, started, bare);
    const asRead = { ...validated, data: { ...validated.data, ...sent({}), comment: readFrom(1) } };
    first.when(tell.validate({ ...sent({}), comment: undefined })).then(asRead);
    first.when(tell.validate(sent({ unit: 'g/L' }))).thenRefuses('rows', ['row_data.0.entry.value', 'row_data.0.entry.max']);
    first.when(tell.validate(sent({ value: '4' }, 'added'))).thenRefuses('rows', ['row_data.0.entry.max']);
    // what an earlier validation left is as untouched
    const left = { ...validated, data: { ...validated.data, ...sent({ value: null }) } };
    const again = { page_version: 2, ...sent({ value: null }), collected: '2025-08-15T00:00:00' };
    given(uploaded, started, bare, left)
      .when(tell.validate(again))
      .then({ ...left, data: { ...left.data, collected: again.collected } });
  });

  it('ruling 25: refuses another person than the page names until that is confirmed', () => {
    const other = { patient_id: ids.joan, patient: joan };
    given(uploaded, started, read).when(tell.validate(other)).thenRefuses('other-person', ['patient_id']);
    given(uploaded, started, read)
      .when(tell.validate({ ...other, other_person_confirmed: true }))
      .then({
        ...validated,
        data: {
          ...validated.data,
          patient_id: ids.joan,
          previous_patient_id: ids.janet,
          accepted: [
            {
              code: 'other-person',
              field: 'patient_id',
              text: 'The page names Janet Doeman, born 03/09/1961: confirmed as results of the chosen patient',
            },
          ],
        },
      });
  });

  it('ruling 25: refuses a date of birth that is not the record’s until that is confirmed', () => {
    const typed = { date_of_birth: '1961-09-03T00:00:00' };
    given(uploaded, started, read)
      .when(tell.validate({ date_of_birth: '1961-03-09T00:00:00' }))
      .then(validated);
    given(uploaded, started, read).when(tell.validate(typed)).thenRefuses('other-person', ['date_of_birth']);
    const text = 'Entered as born 09/03/1961: confirmed as results of the chosen patient';
    given(uploaded, started, read)
      .when(tell.validate({ ...typed, other_person_confirmed: true }))
      .then({ ...validated, data: { ...validated.data, accepted: [{ code: 'other-person', field: 'date_of_birth', text }] } });
  });

  it('knows no page that it does not have', () =>
    given(uploaded, started, read)
      .when(tell.validate({ page_id: ids.joan }))
      .thenRefuses('page-missing'));

  describe('rows that wait for the catalogue (ruling 26)', () => {
    const waiting = [validatedRow('creatinine', '1.08'), validatedRow('Rarum', '3', null)];
    const left: ReportEvent = { ...validated, data: { ...validated.data, row_data: waiting } };
    const known = [{ row_id: 'Rarum', name: 'Rarum', parameter_id: ids.glucose }];

    it('are taken up once the catalogue knows them, and only they', () => {
      given(uploaded, started, read, left).when(tell.takeUp(known)).then(takenUp);
      given(uploaded, started, read, left)
        .when(tell.takeUp([{ ...known[0]!, row_id: 'creatinine' }]))
        .thenNothing();
      given(uploaded, started, read, left, takenUp).when(tell.takeUp(known)).thenNothing();
      given(uploaded, started, read, validated).when(tell.takeUp(known)).thenNothing();
      given(uploaded, started).when(tell.takeUp(known)).thenNothing();
    });

    it('wait for the name that a person gave them', () => {
      const renamed = [{ ...waiting[1]!, entry: { ...waiting[1]!.entry, name: 'Rarius' } }];
      given(uploaded, started, read, { ...validated, data: { ...validated.data, row_data: renamed } })
        .when(tell.takeUp(known))
        .thenNothing();
    });

    describe('with doubts that nobody looked at', () => {
      const doubt = (field: string, entry_id = 'Rarum') => ({
        code: 'not-looked-at' as const,
        field,
        entry_id,
        text: 'A doubt (not looked at)',
      });
      const with_ = (...accepted: ReturnType<typeof doubt>[]): ReportEvent =>
        ({ ...left, data: { ...left.data, accepted } }) as ReportEvent;
      const takenAs = (unchecked: boolean) => {
        const rows = known.map((row) => ({ ...row, ...(unchecked ? { unchecked: true as const } : {}) }));
        const rest = unchecked ? { status: 'ValidationAdvised' as const, rows_staying: 1 } : {};
        return { ...takenUp, data: { ...takenUp.data, rows, ...rest } };
      };

      it('go back to a person; a doubt of the name alone is answered by the catalogue', () => {
        for (const field of ['value', 'unit', 'range', 'flag'])
          given(uploaded, started, read, with_(doubt('name'), doubt(field)))
            .when(tell.takeUp(known))
            .then(takenAs(true));
        given(uploaded, started, read, with_(doubt('name'), doubt('value', 'creatinine')))
          .when(tell.takeUp(known))
          .then(takenAs(false));
        given(uploaded, started, read, with_(doubt('unit')), takenAs(true))
          .when(tell.takeUp(known))
          .thenNothing();
      });

      it('go back to a person also after a later validation, unless that changed or answered them', () => {
        const again = (row: ValidatedRow, accepted: object[] = []): ReportEvent =>
          ({ ...left, data: { ...left.data, row_data: [waiting[0]!, row], accepted } }) as ReportEvent;
        const before = [uploaded, started, read, with_(doubt('unit'))];
        given(...before, again(waiting[1]!))
          .when(tell.takeUp(known))
          .then(takenAs(true));
        given(...before, again(waiting[1]!, [{ ...doubt('unit'), code: 'unit-uncertain' }]))
          .when(tell.takeUp(known))
          .then(takenAs(false));
        given(...before, again({ ...waiting[1]!, entry: { ...waiting[1]!.entry, unit: 'mg/L' } }))
          .when(tell.takeUp(known))
          .then(takenAs(false));
      });

      it('enter the record marked, where somebody validates who had opened the page before', () => {
        const row_data = [validatedRow('creatinine', '1.18'), validatedRow('Rarum', '3', null)];
        const text = 'Rarum: Doubts of an earlier validation (not looked at)';
        const after = {
          ...{ ...validated.data, row_data: [row_data[0]!, validatedRow('Rarum', '3', ids.glucose)], comment: 'Typing error' },
          accepted: [{ code: 'not-looked-at' as const, field: 'value', entry_id: 'Rarum', text }],
        };
        given(uploaded, started, read, with_(doubt('unit')), takenAs(true))
          .when(tell.validate({ row_data, page_version: 2, comment: 'Typing error' }))
          .then({ type: 'PageValidated', data: after });
      });
    });

    it('keep their parameter where somebody validates who had opened the page before', () => {
      const row_data = [validatedRow('creatinine', '1.18'), validatedRow('Rarum', '3', null)];
      const after = { ...validated.data, row_data: [row_data[0]!, validatedRow('Rarum', '3', ids.glucose)], comment: 'Typing error' };
      given(uploaded, started, read, left, takenUp)
        .when(tell.validate({ row_data, page_version: 2, comment: 'Typing error' }))
        .then({ type: 'PageValidated', data: after });
    });

    it('of a page that nobody validated change what becomes of it', () => {
      const rows = recognition.row_data.map(({ parameter_id: _parameter, ...row }) => ({ ...row, doubts: ['unknown-name' as const] }));
      const unknown: ReportEvent = {
        ...read,
        data: {
          ...read.data,
          status: 'ValidationRequired',
          saved: [],
          recognition_rate: 0,
          recognition: { ...recognition, row_data: rows },
        },
      };
      const taken = [{ row_id: 'creatinine', name: 'creatinine', parameter_id: ids.creatinine }];
      const { report_id, page_id } = takenUp.data;
      const data = { report_id, page_id, rows: taken, status: 'ValidationAdvised' as const, recognition_rate: 0.5, rows_staying: 0 };
      given(uploaded, started, unknown).when(tell.takeUp(taken)).then({ type: 'RowsTakenUp', data });
    });
  });

  it('goes with its pages, and says whose record loses them', () =>
    given(uploaded, started, read, finished).when(tell.remove()).then(pageRemoved, removed));

  it('is gone once it was removed', () => {
    given(uploaded, removed).when(tell.start()).thenRefuses('report-gone');
    given(uploaded, removed).when(tell.remove()).thenNothing();
  });

  it('does not exist before it was uploaded', () => given().when(tell.finish()).thenRefuses('report-missing'));

  itIsHarmlessTwice(
    report,
    fc.constantFrom(...Object.values(tell)).map((make) => make()),
  );
});
